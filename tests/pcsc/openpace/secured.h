/* Secure messaging over the keys that OpenPACE has agreed on (Doc 9303-11, 9.8). Ciphers, checksums, padding and counter are OpenPACE's. */
#pragma once
#include "bytes.h"

static BUF_MEM *checksum(EAC_CTX *ctx, const Bytes *covered)
{
    BUF_MEM *plain = buffer(covered->at, covered->length), *padded = EAC_add_iso_pad(ctx, plain), *mac;
    must(padded != NULL, "padding");
    mac = EAC_authenticate(ctx, padded);
    must(mac != NULL, "checksum");
    BUF_MEM_free(plain);
    BUF_MEM_free(padded);
    return mac;
}

/* The object with what is encrypted. 0x01 says that it is padded. */
static void add_encrypted(EAC_CTX *ctx, Bytes *to, const unsigned char *value, size_t length)
{
    BUF_MEM *plain = buffer(value, length), *padded = EAC_add_iso_pad(ctx, plain), *hidden = EAC_encrypt(ctx, padded);
    Bytes content = {0};
    must(hidden != NULL, "encryption");
    add_byte(&content, 0x01);
    add(&content, hidden->data, hidden->length);
    add_object(to, 0x87, content.at, content.length);
    BUF_MEM_free(plain);
    BUF_MEM_free(padded);
    BUF_MEM_free(hidden);
}

static void decrypt(EAC_CTX *ctx, const unsigned char *value, size_t length, Bytes *to)
{
    BUF_MEM *hidden, *padded, *plain;
    must(length > 1 && value[0] == 0x01, "padding indicator");
    hidden = buffer(value + 1, length - 1);
    padded = EAC_decrypt(ctx, hidden);
    must(padded != NULL, "decryption");
    plain = EAC_remove_iso_pad(padded);
    must(plain != NULL, "padding of what was decrypted");
    add(to, plain->data, plain->length);
    BUF_MEM_free(hidden);
    BUF_MEM_free(padded);
    BUF_MEM_free(plain);
}

/* What the checksum covers of a command: the padded header, then the objects. */
static void add_header(EAC_CTX *ctx, Bytes *to, const unsigned char *header, int has_objects)
{
    BUF_MEM *plain = buffer(header, 4), *padded = EAC_add_iso_pad(ctx, plain);
    must(padded != NULL, "padding of the header");
    /* Without objects the padding of the whole is that of the header. */
    if (has_objects)
        add(to, padded->data, padded->length);
    else
        add(to, header, 4);
    BUF_MEM_free(plain);
    BUF_MEM_free(padded);
}

static int is_checksum(EAC_CTX *ctx, const Bytes *covered, const unsigned char *mac, size_t length)
{
    BUF_MEM *right = checksum(ctx, covered);
    int same = mac && right->length == length && memcmp(right->data, mac, length) == 0;
    BUF_MEM_free(right);
    return same;
}
