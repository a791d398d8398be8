"""Columns of numbers as a stream of Arrow record batches, by Arrow's C stream interface: no library is needed.

The structures are those of the Arrow specification ("The Arrow C data interface" and "The Arrow C stream interface"),
and the capsule is named as its PyCapsule interface says. A batch is a struct array with one child a column. A child
points into a `Column`, which it keeps alive until the consumer releases it; columns are never written to, so any
number of batches share one. The next batch is asked of a Python iterator, on whatever thread the consumer calls.

    capsule(["source"], ["C"], iter([(3, (Column(b"abc"),))])): a stream of one batch of three uint8

The slow twin is pyarrow.RecordBatchReader over the same columns (tests/test_arrow_stream.py).
"""

from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_IsValid, PyCapsule_New
from cpython.ref cimport Py_DECREF, Py_INCREF
from libc.errno cimport EIO, ENOMEM
from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset


cdef extern from *:
    """
    struct ArrowSchema {
        const char *format, *name, *metadata;
        int64_t flags, n_children;
        struct ArrowSchema **children, *dictionary;
        void (*release)(struct ArrowSchema *);
        void *private_data;
    };
    struct ArrowArray {
        int64_t length, null_count, offset, n_buffers, n_children;
        const void **buffers;
        struct ArrowArray **children, *dictionary;
        void (*release)(struct ArrowArray *);
        void *private_data;
    };
    struct ArrowArrayStream {
        int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *);
        int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *);
        const char *(*get_last_error)(struct ArrowArrayStream *);
        void (*release)(struct ArrowArrayStream *);
        void *private_data;
    };
    """
    struct ArrowSchema:
        const char *format
        const char *name
        int64_t n_children
        ArrowSchema **children
        void (*release)(ArrowSchema *) noexcept nogil
        void *private_data

    struct ArrowArray:
        int64_t length, n_buffers, n_children
        const void **buffers
        ArrowArray **children
        void (*release)(ArrowArray *) noexcept nogil
        void *private_data

    struct ArrowArrayStream:
        int (*get_schema)(ArrowArrayStream *, ArrowSchema *) noexcept nogil
        int (*get_next)(ArrowArrayStream *, ArrowArray *) noexcept nogil
        const char *(*get_last_error)(ArrowArrayStream *) noexcept nogil
        void (*release)(ArrowArrayStream *) noexcept nogil
        void *private_data


# ---- memory that batches point into ----

cdef class Column:
    """Memory that never changes, as a buffer of a column."""

    cdef const uint8_t[::1] view
    cdef const void *data

    def __cinit__(self, const uint8_t[::1] memory not None):
        self.view = memory
        self.data = &memory[0] if memory.shape[0] else NULL


# What a child array needs until it is released: its two buffers, one behind the other, and the column. No value is
# null, so the first buffer is not there.
cdef struct Held:
    const void *nulls
    const void *data
    void *column


cdef void release_child(ArrowArray *array) noexcept nogil:
    cdef Held *held = <Held *> array.private_data
    with gil:
        Py_DECREF(<object> held.column)
    free(held)
    array.release = NULL


cdef void release_batch(ArrowArray *array) noexcept nogil:
    cdef int64_t i
    # A consumer may have moved a child away: then it is released there.
    for i in range(array.n_children):
        if array.children[i].release != NULL:
            array.children[i].release(array.children[i])
    free(array.private_data)
    free(array.buffers)
    array.release = NULL


cdef int fill_child(ArrowArray *array, int64_t rows, Column column) except -1:
    cdef Held *held = <Held *> calloc(1, sizeof(Held))
    if held == NULL:
        raise MemoryError
    Py_INCREF(column)
    held.column = <void *> column
    held.data = column.data
    array.length = rows
    array.n_buffers = 2
    array.buffers = &held.nulls
    array.private_data = held
    array.release = release_child
    return 0


cdef int fill_batch(ArrowArray *out, int64_t rows, tuple columns) except -1:
    cdef Py_ssize_t i, count = len(columns)
    cdef char *memory = <char *> calloc(max(1, count), sizeof(ArrowArray *) + sizeof(ArrowArray))
    cdef const void **none = <const void **> calloc(1, sizeof(void *))
    if memory == NULL or none == NULL:
        free(memory)
        free(none)
        raise MemoryError
    out.length = rows
    out.n_buffers = 1
    out.buffers = none
    out.children = <ArrowArray **> memory
    out.private_data = memory
    out.release = release_batch
    for i in range(count):
        out.children[i] = <ArrowArray *> (memory + count * sizeof(ArrowArray *)) + i
        out.n_children = i + 1
        fill_child(out.children[i], rows, columns[i])
    return 0


# ---- the stream ----

cdef class Source:
    """What a stream is made of: the columns' names and formats, and the batches to come."""

    cdef tuple names, formats
    cdef object batches
    cdef bytes error


cdef void release_schema(ArrowSchema *schema) noexcept nogil:
    cdef int64_t i
    for i in range(schema.n_children):
        if schema.children[i].release != NULL:
            schema.children[i].release(schema.children[i])
    free(schema.children)
    with gil:
        Py_DECREF(<object> schema.private_data)
    schema.release = NULL


cdef int fill_schema(ArrowSchema *out, Source source) except -1:
    cdef Py_ssize_t i, count = len(source.names)
    cdef char *memory = <char *> calloc(max(1, count), sizeof(ArrowSchema *) + sizeof(ArrowSchema))
    if memory == NULL:
        raise MemoryError
    Py_INCREF(source)
    out.format = "+s"
    out.name = ""
    out.children = <ArrowSchema **> memory
    out.n_children = count
    out.private_data = <void *> source
    out.release = release_schema
    for i in range(count):
        child = <ArrowSchema *> (memory + count * sizeof(ArrowSchema *)) + i
        Py_INCREF(source)
        child.format = source.formats[i]
        child.name = source.names[i]
        child.private_data = <void *> source
        child.release = release_schema
        out.children[i] = child
    return 0


cdef int get_schema(ArrowArrayStream *stream, ArrowSchema *out) noexcept nogil:
    with gil:
        memset(out, 0, sizeof(ArrowSchema))
        try:
            fill_schema(out, <Source> stream.private_data)
        except MemoryError:
            return ENOMEM
    return 0


cdef int get_next(ArrowArrayStream *stream, ArrowArray *out) noexcept nogil:
    with gil:
        memset(out, 0, sizeof(ArrowArray))
        source = <Source> stream.private_data
        try:
            batch = next(source.batches, None)
            if batch is not None:
                rows, columns = batch
                fill_batch(out, rows, columns)
        except BaseException as error:
            if out.release != NULL:
                out.release(out)
            source.error = f"{type(error).__name__}: {error}".encode()
            return EIO
    return 0


cdef const char *get_last_error(ArrowArrayStream *stream) noexcept nogil:
    cdef const char *text = NULL
    with gil:
        source = <Source> stream.private_data
        if source.error is not None:
            text = source.error
    return text


cdef void release_stream(ArrowArrayStream *stream) noexcept nogil:
    with gil:
        Py_DECREF(<object> stream.private_data)
    stream.release = NULL


cdef void free_capsule(object capsule) noexcept:
    cdef ArrowArrayStream *stream
    if PyCapsule_IsValid(capsule, "arrow_array_stream"):
        stream = <ArrowArrayStream *> PyCapsule_GetPointer(capsule, "arrow_array_stream")
        if stream.release != NULL:
            stream.release(stream)
        free(stream)


def capsule(names, formats, batches):
    """Return a PyCapsule with a stream of batches; each is (rows, a tuple of one Column for each name).

    `formats` are those of Arrow: "C" for uint8, "S" uint16, "I" uint32, "L" uint64.
    """
    cdef Source source = Source.__new__(Source)
    cdef ArrowArrayStream *stream = <ArrowArrayStream *> calloc(1, sizeof(ArrowArrayStream))
    if stream == NULL:
        raise MemoryError
    source.names = tuple(name.encode() for name in names)
    source.formats = tuple(form.encode() for form in formats)
    source.batches = batches
    Py_INCREF(source)
    stream.get_schema = get_schema
    stream.get_next = get_next
    stream.get_last_error = get_last_error
    stream.release = release_stream
    stream.private_data = <void *> source
    return PyCapsule_New(stream, "arrow_array_stream", free_capsule)


def formats_asked(schema not None):
    """Return the names and formats of the children in a capsule named "arrow_schema"."""
    cdef ArrowSchema *asked = <ArrowSchema *> PyCapsule_GetPointer(schema, "arrow_schema")
    cdef int64_t i
    found = []
    for i in range(asked.n_children):
        name, form = asked.children[i].name, asked.children[i].format
        found.append((name.decode(), form.decode()))
    return found
