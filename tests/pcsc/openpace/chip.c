/*
 * The chip's side of PACE, secure messaging and Chip Authentication, by OpenPACE.
 *   chip EF.CardAccess can|mrz SECRET [FID=CONTENT …] [key=PKCS8]
 * All but the words in hexadecimal; SECRET is the number, or the two lines of the MRZ as text. Commands come on the input, a line each.
 */
#include <eac/ca.h>
#include <eac/pace.h>
#include <openssl/objects.h>
#include "secured.h"

/* Exported by the library, and missing in its headers. Without a nonce these are the keys of Chip Authentication version 1. */
int KA_CTX_derive_keys(void *ctx, const BUF_MEM *nonce, EVP_MD_CTX *md_ctx);

static EAC_CTX *pace, *current;
static PACE_SEC *secret;
static BUF_MEM *terminal_key;
static Bytes files[16], key_of_chip, *selected;
static unsigned identifiers[16];
static int count, agreement_protocol, is_switching;

static int answer(Bytes *to, unsigned status)
{
    add_byte(to, status >> 8);
    add_byte(to, status & 0xff);
    return 0;
}

static Bytes *file_of(unsigned identifier)
{
    for (int i = 0; i < count; i++)
        if (identifiers[i] == identifier)
            return &files[i];
    return NULL;
}

static int protocol_in(const unsigned char *value, size_t length)
{
    Bytes object = {0};
    const unsigned char *at = object.at;
    ASN1_OBJECT *found;
    add_object(&object, 0x06, value, length);
    found = d2i_ASN1_OBJECT(NULL, &at, (long)object.length);
    return found ? OBJ_obj2nid(found) : NID_undef;
}

static void reply_with(Bytes *to, unsigned tag, const BUF_MEM *value)
{
    Bytes inner = {0};
    add_object(&inner, tag, value ? value->data : NULL, value ? value->length : 0);
    add_object(to, 0x7c, inner.at, inner.length);
}

/* One step of PACE: the tag says which (Doc 9303-11, 4.4.4). */
static int pace_step(const unsigned char *data, size_t length, Bytes *to)
{
    size_t size;
    const unsigned char *value;
    BUF_MEM *reply = NULL;
    if ((value = find(data, length, 0x81, &size))) {
        BUF_MEM *theirs = buffer(value, size);
        reply = PACE_STEP3A_generate_mapping_data(pace);
        must(reply && PACE_STEP3A_map_generator(pace, theirs), "mapping");
        reply_with(to, 0x82, reply);
    } else if ((value = find(data, length, 0x83, &size))) {
        terminal_key = buffer(value, size);
        reply = PACE_STEP3B_generate_ephemeral_key(pace);
        must(reply && PACE_STEP3B_compute_shared_secret(pace, terminal_key) && PACE_STEP3C_derive_keys(pace), "agreement");
        reply_with(to, 0x84, reply);
    } else if ((value = find(data, length, 0x85, &size))) {
        BUF_MEM *token = buffer(value, size);
        if (PACE_STEP3D_verify_authentication_token(pace, token) != 1)
            return answer(to, 0x6300);
        reply = PACE_STEP3D_compute_authentication_token(pace, terminal_key);
        must(reply && EAC_CTX_set_encryption_ctx(pace, EAC_ID_PACE), "keys of PACE");
        reply_with(to, 0x86, reply);
        is_switching = 1;
    } else {
        reply = PACE_STEP1_enc_nonce(pace, secret);
        must(reply != NULL, "nonce");
        reply_with(to, 0x80, reply);
    }
    return answer(to, 0x9000);
}

/* Chip Authentication with the static key: the answer goes out under the old keys. */
static int agree(const unsigned char *value, size_t length)
{
    BUF_MEM *theirs = buffer(value, length);
    must(EAC_CTX_init_ca(pace, agreement_protocol, 12), "Chip Authentication");
    must(CA_set_key(pace, key_of_chip.at, key_of_chip.length, NULL, 0), "key of the chip");
    must(CA_STEP4_compute_shared_secret(pace, theirs), "agreement with the chip");
    must(KA_CTX_derive_keys(pace->ca_ctx->ka_ctx, NULL, pace->md_ctx), "keys of Chip Authentication");
    is_switching = 2;
    return 0x9000;
}

static int set_security_environment(const unsigned char *command, const unsigned char *data, size_t length)
{
    size_t size;
    const unsigned char *value;
    if (command[3] == 0xa6) {
        value = find(data, length, 0x91, &size);
        agreement_protocol = NID_id_CA_ECDH_3DES_CBC_CBC;
        return value ? agree(value, size) : 0x6a80;
    }
    value = find(data, length, 0x80, &size);
    if (!value)
        return 0x6a80;
    if (current)
        agreement_protocol = protocol_in(value, size);
    else
        must(protocol_in(value, size) == pace->pace_ctx->protocol, "another protocol than EF.CardAccess offers");
    return 0x9000;
}

static int select_file(const unsigned char *command, const unsigned char *data, size_t length)
{
    if (command[2] == 0x04)
        return 0x9000;
    selected = length == 2 ? file_of((unsigned)data[0] << 8 | data[1]) : NULL;
    return selected ? 0x9000 : 0x6a82;
}

static int read_binary(const unsigned char *command, size_t expected, Bytes *to)
{
    size_t offset = (size_t)(command[2] & 0x7f) << 8 | command[3];
    if (command[2] & 0x80) {
        unsigned short_identifier = command[2] & 0x1f;
        selected = file_of(0x0100 | short_identifier);
        offset = command[3];
    }
    if (!selected)
        return answer(to, 0x6a82);
    if (offset >= selected->length)
        return answer(to, 0x6b00);
    if (expected > selected->length - offset)
        expected = selected->length - offset;
    add(to, selected->at + offset, expected);
    return answer(to, 0x9000);
}

static int process(const unsigned char *command, const unsigned char *data, size_t length, size_t expected, Bytes *to)
{
    size_t size;
    const unsigned char *inner;
    switch (command[1]) {
    case 0xa4:
        return answer(to, (unsigned)select_file(command, data, length));
    case 0xb0:
        return read_binary(command, expected, to);
    case 0x22:
        return answer(to, (unsigned)set_security_environment(command, data, length));
    case 0x86:
        if (!(inner = find(data, length, 0x7c, &size)))
            return answer(to, 0x6a80);
        if (!current)
            return pace_step(inner, size, to);
        if (!(inner = find(inner, size, 0x80, &size)))
            return answer(to, 0x6a80);
        agree(inner, size);
        add_object(to, 0x7c, NULL, 0);
        return answer(to, 0x9000);
    default:
        return answer(to, 0x6d00);
    }
}

/* Where the data of a command begins, and how much may be answered: short and extended lengths (ISO/IEC 7816-4, 5.2). */
static void lengths(const Bytes *command, size_t *start, size_t *length, size_t *expected)
{
    const unsigned char *at = command->at;
    size_t rest = command->length - 4;
    int extended = rest > 1 && at[4] == 0;
    size_t unit = extended ? 3 : 1;
    *start = *length = *expected = 0;
    if (rest == unit) {
        *expected = extended ? (size_t)at[5] << 8 | at[6] : at[4];
        if (*expected == 0)
            *expected = extended ? 65536 : 256;
    } else if (rest > unit) {
        *start = 4 + unit;
        *length = extended ? (size_t)at[5] << 8 | at[6] : at[4];
        *expected = *start + *length < command->length ? 65536 : 0;
    }
}

static void secured(const Bytes *command, size_t start, size_t length, Bytes *to)
{
    static Bytes data, plain;
    size_t size, expected = 0, mac_size = 0;
    const unsigned char *objects = command->at + start, *value, *mac = find(objects, length, 0x8e, &mac_size);
    Bytes covered = {0}, sealed = {0};
    BUF_MEM *own;
    data.length = plain.length = 0;
    must(EAC_increment_ssc(current), "counter");
    must(mac != NULL, "a command without checksum");
    size = (size_t)(mac - objects) - 2;
    add_header(current, &covered, command->at, size > 0);
    add(&covered, objects, size);
    if (!is_checksum(current, &covered, mac, mac_size)) {
        answer(to, 0x6988);
        return;
    }
    if ((value = find(objects, length, 0x87, &size)))
        decrypt(current, value, size, &data);
    if ((value = find(objects, length, 0x97, &size)))
        expected = size == 1 ? (value[0] ? value[0] : 256) : (size_t)value[0] << 8 | value[1];
    process(command->at, data.at, data.length, expected ? expected : 65536, &plain);
    must(EAC_increment_ssc(current), "counter");
    if (plain.length > 2)
        add_encrypted(current, &sealed, plain.at, plain.length - 2);
    add_object(&sealed, 0x99, plain.at + plain.length - 2, 2);
    own = checksum(current, &sealed);
    add(to, sealed.at, sealed.length);
    add_object(to, 0x8e, own->data, own->length);
    add(to, plain.at + plain.length - 2, 2);
}

static void start(int argc, char **argv)
{
    Bytes card_access;
    must(argc > 3, "usage");
    from_hex(&card_access, argv[1]);
    identifiers[count] = 0x011c;
    files[count++] = card_access;
    for (int i = 4; i < argc; i++) {
        unsigned identifier;
        if (strncmp(argv[i], "key=", 4) == 0)
            from_hex(&key_of_chip, argv[i] + 4);
        else {
            must(sscanf(argv[i], "%4x=", &identifier) == 1, "usage");
            identifiers[count] = identifier;
            from_hex(&files[count++], argv[i] + 5);
        }
    }
    EAC_init();
    pace = EAC_CTX_new();
    must(EAC_CTX_init_ef_cardaccess(card_access.at, card_access.length, pace) && pace->pace_ctx, "EF.CardAccess");
    secret = PACE_SEC_new(argv[3], strlen(argv[3]), strcmp(argv[2], "can") == 0 ? PACE_CAN : PACE_MRZ);
    must(secret != NULL, "secret");
}

/* Whether the object at the beginning has come to its end. The steps of PACE are marked as pieces of one command, and are whole themselves. */
static int is_whole(const Bytes *pieces)
{
    const unsigned char *at = pieces->at;
    size_t header = pieces->length > 1 && at[1] == 0x82 ? 4 : pieces->length > 1 && at[1] == 0x81 ? 3 : 2;
    size_t size = header == 4 ? (size_t)at[2] << 8 | at[3] : at[header - 1];
    return pieces->length >= header + size;
}

/* A command that comes in pieces (ISO/IEC 7816-4, 5.3.3), and an answer that is fetched in pieces (5.3.4). */
static void unsecured(const Bytes *command, size_t begin, size_t length, size_t expected, Bytes *to)
{
    static Bytes pieces, rest;
    size_t piece;
    if (command->at[1] == 0xc0) {
        *to = rest;
        rest.length = 0;
    } else {
        add(&pieces, command->at + begin, length);
        if (command->at[0] & 0x10 && !is_whole(&pieces)) {
            answer(to, 0x9000);
            return;
        }
        process(command->at, pieces.at, pieces.length, expected, to);
        pieces.length = 0;
    }
    if (expected <= 256 && to->length > 256 + 2) {
        add(&rest, to->at + 256, to->length - 256);
        piece = rest.length - 2;
        to->length = 256;
        answer(to, 0x6100 | (piece > 0xff ? 0 : (unsigned)piece));
    }
}

int main(int argc, char **argv)
{
    static Bytes command, response;
    start(argc, argv);
    while (hear(&command)) {
        size_t begin, length, expected;
        response.length = 0;
        lengths(&command, &begin, &length, &expected);
        if (current && (command.at[0] & 0x0c) == 0x0c)
            secured(&command, begin, length, &response);
        else
            unsecured(&command, begin, length, expected, &response);
        if (is_switching == 2)
            must(EAC_CTX_set_encryption_ctx(pace, EAC_ID_CA), "keys of Chip Authentication");
        if (is_switching)
            current = pace;
        is_switching = 0;
        say(NULL, &response);
    }
    return 0;
}
