// What the page uses of three.js. README.md beside this file says how three.min.js is made of it.
export {
  AmbientLight, Bone, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide,
  DynamicDrawUsage, Float32BufferAttribute, Group, HemisphereLight, LineBasicMaterial, LineSegments,
  Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, OrthographicCamera, PerspectiveCamera,
  Quaternion, Raycaster, REVISION, Scene, Skeleton, SkinnedMesh, Vector2, Vector3, WebGLRenderer,
} from "three";
export { OrbitControls } from "three/addons/controls/OrbitControls.js";
export { LineMaterial } from "three/addons/lines/LineMaterial.js";
export { LineSegments2 } from "three/addons/lines/LineSegments2.js";
export { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
