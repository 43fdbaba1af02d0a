// The Khronos validator on the files given: what it complains of, and an exit code of 1 where that is
// an error or a warning. Information, such as extensions that it does not know, is no complaint.
const fs = require('fs');
const validator = require('gltf-validator');

const main = async () => {
  console.log(`gltf-validator ${validator.version()}`);
  let bad = false;
  for (const file of process.argv.slice(2)) {
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), { uri: file });
    const { numErrors, numWarnings, numInfos, messages } = report.issues;
    console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} remarks`);
    for (const { severity, code, pointer, message } of messages) {
      if (severity < 2) console.log(`  ${code} at ${pointer}: ${message}`);
    }
    bad ||= numErrors + numWarnings > 0;
  }
  process.exit(bad ? 1 : 0);
};
main();
