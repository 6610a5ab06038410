//! The objects of a PDF and the table of where they begin.

/// Objects by number, from 1.
#[derive(Default)]
pub(super) struct File {
    objects: Vec<Vec<u8>>,
}

/// Words in UTF-16, two digits a byte.
pub(super) fn utf16(words: &str) -> String {
    let units = words.encode_utf16().map(|unit| format!("{unit:04X}"));
    units.collect()
}

/// Words as a text string of PDF, letters of all languages.
pub(super) fn text_string(words: &str) -> String {
    format!("<FEFF{}>", utf16(words))
}

impl File {
    /// Adds an object and returns its number.
    pub(super) fn object(&mut self, content: impl Into<Vec<u8>>) -> usize {
        self.objects.push(content.into());
        self.objects.len()
    }

    /// Adds a stream, with more entries of its dictionary if wanted.
    pub(super) fn stream(&mut self, entries: &str, content: &[u8]) -> usize {
        let mut object = format!("<<{entries} /Length {}>>\nstream\n", content.len()).into_bytes();
        object.extend(content);
        object.extend(b"\nendstream");
        self.object(object)
    }

    /// The file: one page of this size with these resources and content.
    pub(super) fn finish(
        mut self,
        [width, height]: [f64; 2],
        resources: &str,
        content: usize,
        title: &str,
    ) -> Vec<u8> {
        let pages = self.objects.len() + 2;
        let page = self.object(format!(
            "<</Type /Page /Parent {pages} 0 R /MediaBox [0 0 {width} {height}] \
             /Resources {resources} /Contents {content} 0 R>>"
        ));
        self.object(format!("<</Type /Pages /Kids [{page} 0 R] /Count 1>>"));
        let catalogue = self.object(format!("<</Type /Catalog /Pages {pages} 0 R>>"));
        let about = self.object(format!("<</Title {title} /Producer (kaesu)>>"));

        // Four bytes above 127 say that the file is no plain text.
        let mut out = b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n".to_vec();
        let mut places = Vec::new();
        for (number, object) in (1..).zip(&self.objects) {
            places.push(out.len());
            out.extend(format!("{number} 0 obj\n").bytes());
            out.extend(object);
            out.extend(b"\nendobj\n");
        }
        let table = out.len();
        let size = self.objects.len() + 1;
        out.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").bytes());
        for place in places {
            out.extend(format!("{place:010} 00000 n \n").bytes());
        }
        out.extend(
            format!(
                "trailer\n<</Size {size} /Root {catalogue} 0 R /Info {about} 0 R>>\n\
                 startxref\n{table}\n%%EOF\n"
            )
            .bytes(),
        );
        out
    }
}
