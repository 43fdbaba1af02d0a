//! A place in the file's JSON with its path, which every error names.

mod parse;

use serde_json::Value;

use crate::GltfError;
pub(crate) use parse::parse;

/// A place in the JSON of a glTF file: its value, if there is one, and its path.
#[derive(Clone, Debug)]
pub(crate) struct Json<'a> {
    file: &'a str,
    path: String,
    value: Option<&'a Value>,
}

impl<'a> Json<'a> {
    /// The root of the file.
    pub(crate) fn root(file: &'a str, value: &'a Value) -> Self {
        Json { file, path: String::new(), value: Some(value) }
    }

    /// The path from the root.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// The place at `key` in this object, whether or not it has a value.
    pub(crate) fn get(&self, key: &str) -> Self {
        let path =
            if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Json { file: self.file, path, value: self.value.and_then(|value| value.get(key)) }
    }

    /// The place at `index` in this array, whether or not it has a value.
    pub(crate) fn at(&self, index: usize) -> Self {
        let path = format!("{}[{index}]", self.path);
        Json { file: self.file, path, value: self.value.and_then(|value| value.get(index)) }
    }

    /// The same place, with the path of the reference to it in front of its own.
    pub(crate) fn reached_from(mut self, reference: &Json<'_>) -> Self {
        self.path = format!("{} -> {}", reference.path, self.path);
        self
    }

    /// This place, if it has a value.
    pub(crate) fn present(self) -> Option<Self> {
        self.value.is_some().then_some(self)
    }

    /// The elements of the array here; none if there is no value.
    pub(crate) fn list(
        &self,
    ) -> Result<impl ExactSizeIterator<Item = Self> + Clone + use<'a>, GltfError> {
        let place = self.clone();
        Ok((0..self.items()?.len()).map(move |index| place.at(index)))
    }

    /// The elements of the array of objects here; none if there is no value.
    pub(crate) fn objects(
        &self,
    ) -> Result<impl ExactSizeIterator<Item = Self> + Clone + use<'a>, GltfError> {
        match self.items()?.iter().position(|item| !item.is_object()) {
            Some(stranger) => Err(self.at(stranger).expected("an object")),
            None => self.list(),
        }
    }

    fn items(&self) -> Result<&'a [Value], GltfError> {
        match self.value {
            None => Ok(&[]),
            Some(Value::Array(items)) => Ok(items),
            Some(_) => Err(self.expected("an array")),
        }
    }

    /// The non-negative integer here.
    pub(crate) fn count(&self) -> Result<usize, GltfError> {
        // JSON has one kind of number: 3.0 equals 3.
        let whole = |x: f64| (0.0..=9e15).contains(&x) && x.fract() == 0.0;
        self.value
            .and_then(|v| v.as_u64().or_else(|| v.as_f64().filter(|&x| whole(x)).map(|x| x as u64)))
            .and_then(|n| usize::try_from(n).ok())
            .ok_or_else(|| self.expected("a whole number, zero or more"))
    }

    /// The non-negative integer here, or `default` if there is no value.
    pub(crate) fn count_or(&self, default: usize) -> Result<usize, GltfError> {
        if self.value.is_some() { self.count() } else { Ok(default) }
    }

    /// The finite number here.
    pub(crate) fn number(&self) -> Result<f64, GltfError> {
        self.value
            .and_then(Value::as_f64)
            .filter(|number| number.is_finite())
            .ok_or_else(|| self.expected("a finite number"))
    }

    /// The value here, if there is one.
    pub(crate) fn value(&self) -> Option<&'a Value> {
        self.value
    }

    /// The number here, rounded to `f32`.
    pub(crate) fn float(&self) -> Result<f32, GltfError> {
        self.value
            .and_then(Value::as_f64)
            .map(|number| number as f32)
            .filter(|number| number.is_finite())
            .ok_or_else(|| self.expected("a finite number"))
    }

    /// The `N` numbers here, rounded to `f32`.
    pub(crate) fn floats<const N: usize>(&self) -> Result<[f32; N], GltfError> {
        if self.value.and_then(Value::as_array).is_none_or(|items| items.len() != N) {
            return Err(self.expected(format!("an array of {N} numbers")));
        }
        let mut numbers = [0.0; N];
        for (index, number) in numbers.iter_mut().enumerate() {
            *number = self.at(index).float()?;
        }
        Ok(numbers)
    }

    /// The `N` numbers here, rounded to `f32`, or `default` if there is no value.
    pub(crate) fn floats_or<const N: usize>(
        &self,
        default: [f32; N],
    ) -> Result<[f32; N], GltfError> {
        if self.value.is_some() { self.floats() } else { Ok(default) }
    }

    /// The string here.
    pub(crate) fn string(&self) -> Result<&'a str, GltfError> {
        self.value.and_then(Value::as_str).ok_or_else(|| self.expected("a string"))
    }

    /// The boolean here; `false` if there is no value.
    pub(crate) fn boolean(&self) -> Result<bool, GltfError> {
        match self.value {
            None => Ok(false),
            Some(Value::Bool(boolean)) => Ok(*boolean),
            Some(_) => Err(self.expected("true or false")),
        }
    }

    /// The error that another value was expected here.
    pub(crate) fn expected(&self, expected: impl Into<String>) -> GltfError {
        self.found(shown(self.value), expected)
    }

    /// The error that `value`, from the data of this place, is not as expected.
    pub(crate) fn found(&self, value: impl Into<String>, expected: impl Into<String>) -> GltfError {
        GltfError::Invalid {
            file: self.file.to_owned(),
            path: self.path.clone(),
            value: value.into(),
            expected: expected.into(),
        }
    }

    /// The error that the data here is in an unsupported form.
    pub(crate) fn unsupported(&self, feature: &str, remedy: &str) -> GltfError {
        GltfError::Unsupported {
            file: self.file.to_owned(),
            path: self.path.clone(),
            feature: feature.to_owned(),
            remedy: remedy.to_owned(),
        }
    }
}

/// A value for a message, in full if it is short.
fn shown(value: Option<&Value>) -> String {
    const LONGEST: usize = 60;
    match value {
        None => String::from("missing"),
        Some(Value::Object(_)) => String::from("an object"),
        Some(Value::Array(items)) if items.len() > 16 => format!("an array of {}", items.len()),
        Some(value) => {
            let string = value.to_string();
            match string.char_indices().nth(LONGEST) {
                Some((end, _)) => format!("{}…", &string[..end]),
                None => string,
            }
        }
    }
}
