//! TOML read into types: players, experiments, searches of numbers and studies.
//!
//! The parser is that of `toml`. What follows it goes by one kind of value and one kind of table, where
//! `toml` has six, each of which the compiler would put together with every type of a file: a fifth of the
//! time that `players` took to build.

use std::fmt::Display;
use std::ops::Range;
use std::{slice, vec};

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Why a text could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct TomlError {
    message: String,
    span: Option<Range<usize>>,
}

impl TomlError {
    /// Returns what is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns where in the text it is.
    #[must_use]
    pub fn span(&self) -> Option<Range<usize>> {
        self.span.clone()
    }

    fn at(mut self, span: Range<usize>) -> Self {
        self.span.get_or_insert(span);
        self
    }
}

impl serde::de::Error for TomlError {
    fn custom<T: Display>(message: T) -> Self {
        let message = message.to_string();
        Self {
            message,
            span: None,
        }
    }
}

/// Reads a whole text.
///
/// # Errors
/// Returns an error if it is no TOML, or not of this type.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, TomlError> {
    let table = DeTable::parse(text).map_err(|error| TomlError {
        message: error.message().to_owned(),
        span: error.span(),
    })?;
    let span = table.span();
    let value = Spanned::new(span.clone(), DeValue::Table(table.into_inner()));
    T::deserialize(Value::Written(&value)).map_err(|error| error.at(span))
}

/// What a type is read from.
#[derive(Clone, Copy)]
enum Value<'a> {
    /// A value of the text.
    Written(&'a Spanned<DeValue<'a>>),
    /// A name: of a field, or of one of several; also a date.
    Name(&'a str),
    /// A name that `toml` itself asks by.
    Own(&'static str),
    /// A place in the text.
    Place(usize),
}

/// The names by which `toml` asks for a value with its place, and shows a date.
const SPANNED: &str = "$__serde_spanned_private_Spanned";
const DATE: &str = "$__toml_private_datetime";

impl Value<'_> {
    /// Adds to an error that it is here, unless it is further inside.
    fn here<T>(self, read: Result<T, TomlError>) -> Result<T, TomlError> {
        read.map_err(|error| match self {
            Self::Written(value) => error.at(value.span()),
            Self::Name(_) | Self::Own(_) | Self::Place(_) => error,
        })
    }

    fn visit<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlError> {
        let value = match self {
            Self::Written(value) => value.get_ref(),
            Self::Name(name) => return visitor.visit_str(name),
            Self::Own(name) => return visitor.visit_borrowed_str(name),
            Self::Place(place) => return visitor.visit_u64(place as u64),
        };
        match value {
            DeValue::String(text) => visitor.visit_str(text),
            DeValue::Integer(number) => {
                match i64::from_str_radix(number.as_str(), number.radix()) {
                    Ok(number) => visitor.visit_i64(number),
                    Err(_) => Err(TomlError::custom("the whole number is too large")),
                }
            }
            DeValue::Float(number) => match number.as_str().parse() {
                Ok(number) => visitor.visit_f64(number),
                Err(_) => Err(TomlError::custom("the number cannot be read")),
            },
            DeValue::Boolean(yes) => visitor.visit_bool(*yes),
            DeValue::Datetime(date) => {
                let date = date.to_string();
                visitor.visit_map(Entries::new(vec![(
                    Value::Own(DATE),
                    0..0,
                    Value::Name(&date),
                )]))
            }
            DeValue::Array(values) => visitor.visit_seq(Elements(values.iter())),
            DeValue::Table(table) => visitor.visit_map(Entries::of(table)),
        }
    }
}

impl<'de> Deserializer<'de> for Value<'_> {
    type Error = TomlError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlError> {
        self.here(self.visit(visitor))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlError> {
        self.here(visitor.visit_some(self))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, TomlError> {
        self.here(visitor.visit_newtype_struct(self))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TomlError> {
        match (self, fields) {
            (Self::Written(written), [start, end, value]) if name == SPANNED => {
                let span = written.span();
                visitor.visit_map(Entries::new(vec![
                    (Self::Own(start), span.clone(), Self::Place(span.start)),
                    (Self::Own(end), span.clone(), Self::Place(span.end)),
                    (Self::Own(value), span, self),
                ]))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TomlError> {
        let kind = match self {
            Self::Name(name) | Self::Own(name) => Ok((name, None)),
            Self::Place(_) => Err("a name belongs here"),
            Self::Written(value) => match value.get_ref() {
                DeValue::String(name) => Ok((name.as_ref(), None)),
                DeValue::Table(table) => {
                    let mut entries = table.iter();
                    match (entries.next(), entries.next()) {
                        (Some((name, content)), None) => {
                            Ok((name.get_ref().as_ref(), Some(Value::Written(content))))
                        }
                        (None, _) => Err("one kind belongs here, and there is none"),
                        (Some(_), Some(_)) => Err("one kind belongs here, and there are several"),
                    }
                }
                _ => Err("a name or a table belongs here"),
            },
        };
        let kind = kind.map_err(TomlError::custom);
        self.here(kind.and_then(|(name, content)| visitor.visit_enum(Kind { name, content })))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

/// The values of a list.
struct Elements<'a>(slice::Iter<'a, Spanned<DeValue<'a>>>);

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = TomlError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, TomlError> {
        let next = self.0.next().map(Value::Written);
        next.map(|value| value.here(seed.deserialize(value)))
            .transpose()
    }
}

/// What a table holds: each key, where it is, and what it stands for.
struct Entries<'a> {
    left: vec::IntoIter<(Value<'a>, Range<usize>, Value<'a>)>,
    value: Option<Value<'a>>,
}

impl<'a> Entries<'a> {
    fn new(entries: Vec<(Value<'a>, Range<usize>, Value<'a>)>) -> Self {
        let left = entries.into_iter();
        Self { left, value: None }
    }

    fn of(table: &'a DeTable<'a>) -> Self {
        let entries = table.iter();
        let entries = entries.map(|(key, value)| {
            let name = Value::Name(key.get_ref());
            (name, key.span(), Value::Written(value))
        });
        Self::new(entries.collect())
    }
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = TomlError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, TomlError> {
        let Some((key, span, value)) = self.left.next() else {
            return Ok(None);
        };
        self.value = Some(value);
        let key = seed.deserialize(key);
        key.map(Some).map_err(|error| error.at(span))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, TomlError> {
        let value = self.value.take().expect("a key comes before its value");
        value.here(seed.deserialize(value))
    }
}

/// One of several kinds: its name alone, or a table that holds what belongs to it by its name.
struct Kind<'a> {
    name: &'a str,
    content: Option<Value<'a>>,
}

impl<'a> Kind<'a> {
    fn content(self) -> Result<Value<'a>, TomlError> {
        let none = || TomlError::custom(format!("{} is a table", self.name));
        self.content.ok_or_else(none)
    }
}

impl<'de> EnumAccess<'de> for Kind<'_> {
    type Error = TomlError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), TomlError> {
        let name = seed.deserialize(Value::Name(self.name))?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for Kind<'_> {
    type Error = TomlError;

    fn unit_variant(self) -> Result<(), TomlError> {
        match self.content {
            Some(Value::Written(value))
                if !value
                    .get_ref()
                    .as_table()
                    .is_some_and(|table| table.is_empty()) =>
            {
                let message = format!("nothing belongs to {}", self.name);
                Err(TomlError::custom(message).at(value.span()))
            }
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, TomlError> {
        let content = self.content()?;
        content.here(seed.deserialize(content))
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _len: usize,
        visitor: V,
    ) -> Result<V::Value, TomlError> {
        self.content()?.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TomlError> {
        let content = self.content()?;
        if let Value::Written(value) = content {
            let table = value.get_ref().as_table();
            let mut keys = table.into_iter().flat_map(|table| table.keys());
            // What a kind without fields is given would be passed over.
            if let Some(key) = keys.find(|key| !fields.contains(&key.get_ref().as_ref())) {
                return Err(TomlError::unknown_field(key.get_ref(), fields).at(key.span()));
            }
        }
        content.deserialize_any(visitor)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    struct File {
        name: String,
        whole: Option<i64>,
        parts: Vec<f64>,
        until: Option<toml::value::Datetime>,
        any: Option<toml::Value>,
        kinds: Vec<OneOf>,
        place: Option<Spanned<u32>>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "kebab-case")]
    enum OneOf {
        Plain,
        Number(u8),
        Table { depth: u8 },
    }

    const TEXT: &str = r#"
name = "四人"
whole = 0x1f
parts = [1.5, -2, inf]
until = 2026-11-17
kinds = ["plain", { number = 7 }, { table = { depth = 3 } }]
place = 12
any = { of = [1, "two", 1979-05-27] }
"#;

    #[test]
    fn a_file_is_read_as_toml_itself_reads_it() {
        let file: File = read(TEXT).unwrap();
        assert_eq!(file, toml::from_str(TEXT).unwrap());
        let place = file.place.unwrap();
        assert_eq!(&TEXT[place.span()], "12");
        assert_eq!((file.whole, file.kinds.len()), (Some(31), 3));
        let value: toml::Value = read(TEXT).unwrap();
        assert_eq!(value, toml::from_str(TEXT).unwrap());
    }

    #[test]
    fn a_mistake_is_named_with_its_place() {
        let wrong = [
            ("place = 12", r#"place = "x""#, r#""x""#),
            ("place = 12", "place = -1", "-1"),
            ("whole = 0x1f", "hole = 1", "hole"),
            ("-2", r#""two""#, r#""two""#),
            ("{ number = 7 }", "{ number = 700 }", "700"),
            (
                "{ number = 7 }",
                "{ number = 7, plain = 1 }",
                "{ number = 7, plain = 1 }",
            ),
            ("{ number = 7 }", r#""number""#, r#""number""#),
            (r#""plain""#, r#""fancy""#, r#""fancy""#),
            (r#""plain""#, "{ plain = 1 }", "1"),
            ("0x1f", "99999999999999999999", "99999999999999999999"),
            ("0x1f", "0x1g", "0x1g"),
        ];
        for (right, instead, place) in wrong {
            let text = TEXT.replacen(right, instead, 1);
            let error = read::<File>(&text).unwrap_err();
            let theirs = toml::from_str::<File>(&text).unwrap_err();
            let span = error.span().unwrap();
            assert!(
                place.contains(&text[span.clone()]),
                "{instead}: {error} at {span:?}"
            );
            let line = |at: usize| text[..at].lines().count();
            assert_eq!(
                line(span.start),
                line(theirs.span().unwrap().start),
                "{instead}"
            );
            assert!(!error.message().contains('\n'), "{error}");
        }
        assert!(read::<File>("name = ").is_err());
        let missing = read::<File>("name = 'x'").unwrap_err();
        assert_eq!(missing.message(), "missing field `parts`");
    }
}
