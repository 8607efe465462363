package sigill

// Iterator goes through the items of a list, and fetches one page at a time:
//
//	sessions := client.Session.ListAll(ctx, sigill.SessionListParams{})
//	for sessions.Next() {
//		fmt.Println(sessions.Current().ID)
//	}
//	if err := sessions.Err(); err != nil { … }
type Iterator[T any] struct {
	fetch  func(cursor string) (items []T, next string, err error)
	items  []T
	cursor string
	isLast bool
	item   T
	err    error
}

func iterate[T any](cursor string, fetch func(cursor string) ([]T, string, error)) *Iterator[T] {
	return &Iterator[T]{cursor: cursor, fetch: fetch}
}

// Next advances to the next item, and reports whether there is one.
func (i *Iterator[T]) Next() bool {
	for len(i.items) == 0 {
		if i.isLast || i.err != nil {
			return false
		}
		i.items, i.cursor, i.err = i.fetch(i.cursor)
		i.isLast = i.cursor == ""
	}
	i.item, i.items = i.items[0], i.items[1:]
	return true
}

// Current is the item to which Next has advanced.
func (i *Iterator[T]) Current() T { return i.item }

// Err is the error that ended the iteration, nil after the last item.
func (i *Iterator[T]) Err() error { return i.err }
