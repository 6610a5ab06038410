//! The little linear algebra that ratings need: small square matrices by rows.

/// A square matrix by rows.
pub(super) type Matrix = Vec<Vec<f64>>;

/// Returns the inverse (Gauss and Jordan with row exchanges); `None` if there is none.
pub(super) fn inverse(mut matrix: Matrix) -> Option<Matrix> {
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for column in 0..n {
        let size = |row: usize| matrix[row][column].abs();
        let pivot = (column..n).max_by(|&a, &b| size(a).total_cmp(&size(b)))?;
        matrix.swap(column, pivot);
        let lead = matrix[column][column];
        if lead.abs() < 1e-300 || !lead.is_finite() {
            return None;
        }
        for value in &mut matrix[column] {
            *value /= lead;
        }
        let pivot_row = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(i, _)| *i != column) {
            let factor = row[column];
            for (value, pivot) in row.iter_mut().zip(&pivot_row) {
                *value -= factor * pivot;
            }
        }
    }
    Some(matrix.into_iter().map(|row| row[n..].to_vec()).collect())
}

/// Returns a matrix times a vector.
pub(super) fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

/// Returns the sum of products.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_undoes() {
        let matrix = vec![
            vec![0.0, 2.0, 1.0],
            vec![1.0, 1.0, 0.0],
            vec![3.0, 0.0, 4.0],
        ];
        let back = inverse(matrix.clone()).unwrap();
        for i in 0..3 {
            let unit: Vec<f64> = (0..3).map(|j| f64::from(u8::from(i == j))).collect();
            let found = times(&back, &times(&matrix, &unit));
            assert!(found.iter().zip(&unit).all(|(a, b)| (a - b).abs() < 1e-12));
        }
        assert_eq!(inverse(vec![vec![1.0, 1.0], vec![1.0, 1.0]]), None);
    }
}
