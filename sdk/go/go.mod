module sigill.example/go

go 1.19
