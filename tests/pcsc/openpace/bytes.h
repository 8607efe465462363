/* Bytes, hexadecimal lines and data objects, for the programs that speak with OpenPACE. They end at the first thing that is wrong. */
#pragma once
#include <eac/eac.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    size_t length;
    unsigned char at[70000];
} Bytes;

static void must(int holds, const char *what)
{
    if (holds)
        return;
    printf("error %s\n", what);
    exit(1);
}

static void add(Bytes *to, const void *from, size_t length)
{
    must(to->length + length <= sizeof to->at, "too many bytes");
    memcpy(to->at + to->length, from, length);
    to->length += length;
}

static void add_byte(Bytes *to, unsigned value)
{
    unsigned char byte = (unsigned char)value;
    add(to, &byte, 1);
}

static void add_object(Bytes *to, unsigned tag, const void *value, size_t length)
{
    add_byte(to, tag);
    if (length > 0xff) {
        add_byte(to, 0x82);
        add_byte(to, (unsigned)(length >> 8));
    } else if (length > 0x7f)
        add_byte(to, 0x81);
    add_byte(to, (unsigned)(length & 0xff));
    add(to, value, length);
}

/* The value of the object with this tag, or NULL. Tags are of one byte. */
static const unsigned char *find(const unsigned char *at, size_t length, unsigned tag, size_t *found)
{
    size_t i = 0;
    while (i + 2 <= length) {
        unsigned here = at[i++];
        size_t size = at[i++];
        if (size == 0x81 && i + 1 <= length)
            size = at[i++];
        else if (size == 0x82 && i + 2 <= length) {
            size = (size_t)at[i] << 8 | at[i + 1];
            i += 2;
        }
        must(i + size <= length, "an object is longer than what holds it");
        if (here == tag) {
            *found = size;
            return at + i;
        }
        i += size;
    }
    return NULL;
}

static BUF_MEM *buffer(const void *from, size_t length)
{
    BUF_MEM *made = BUF_MEM_new();
    must(made && BUF_MEM_grow(made, length ? length : 1), "no memory");
    if (length)
        memcpy(made->data, from, length);
    made->length = length;
    return made;
}

static void from_hex(Bytes *to, const char *text)
{
    unsigned value;
    to->length = 0;
    while (sscanf(text, "%2x", &value) == 1 && text[0] && text[1]) {
        add_byte(to, value);
        text += 2;
    }
}

static void say(const char *word, const Bytes *bytes)
{
    if (word)
        printf("%s ", word);
    for (size_t i = 0; i < bytes->length; i++)
        printf("%02x", bytes->at[i]);
    printf("\n");
    fflush(stdout);
}

/* 0 at the end of the input. */
static int hear(Bytes *bytes)
{
    static char line[2 * sizeof bytes->at + 2];
    if (!fgets(line, sizeof line, stdin))
        return 0;
    from_hex(bytes, line);
    return 1;
}
