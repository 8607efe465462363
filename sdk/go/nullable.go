package sigill

import "encoding/json"

// Nullable is a parameter for which null has a meaning of its own, such as to remove a value. A nil
// Nullable is not sent.
type Nullable[T any] []*T

// Value sends a value.
func Value[T any](value T) Nullable[T] { return Nullable[T]{&value} }

// Null sends null.
func Null[T any]() Nullable[T] { return Nullable[T]{nil} }

// MarshalJSON writes the value or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if len(n) == 0 {
		return []byte("null"), nil
	}
	return json.Marshal(n[0])
}

// UnmarshalJSON reads the value or null.
func (n *Nullable[T]) UnmarshalJSON(text []byte) error {
	*n = Nullable[T]{nil}
	return json.Unmarshal(text, &(*n)[0])
}
