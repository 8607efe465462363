/*
 * The reader's side of PACE, secure messaging and Chip Authentication, by OpenPACE.
 *   terminal can|mrz SECRET [PROTOCOL POINT]
 * Commands go out and responses come in, a line each in hexadecimal. "file" begins a line with EF.COM, read under the keys of PACE. With a
 * protocol of Chip Authentication and the chip's public key on P-256, "proven" begins one with EF.COM read under its keys. OpenPACE
 * cannot read the key in DG14, where it has another form than in EF.CardSecurity.
 */
#include <eac/ca.h>
#include <eac/pace.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include "secured.h"

/* Exported by the library, and missing in its headers. */
int KA_CTX_derive_keys(void *ctx, const BUF_MEM *nonce, EVP_MD_CTX *md_ctx);
BUF_MEM *KA_CTX_generate_key(const void *ctx, BN_CTX *bn_ctx);

static const unsigned char APPLICATION[] = {0xa0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01};

static unsigned send_plain(const Bytes *command, Bytes *to)
{
    static Bytes response;
    say(NULL, command);
    must(hear(&response) && response.length >= 2, "no response");
    to->length = 0;
    add(to, response.at, response.length - 2);
    return (unsigned)response.at[response.length - 2] << 8 | response.at[response.length - 1];
}

static void build(Bytes *to, unsigned cla, unsigned ins, unsigned parameters, const Bytes *data, int expects)
{
    to->length = 0;
    add_byte(to, cla);
    add_byte(to, ins);
    add_byte(to, parameters >> 8);
    add_byte(to, parameters & 0xff);
    if (data && data->length > 0xff) {
        add_byte(to, 0);
        add_byte(to, (unsigned)(data->length >> 8));
    }
    if (data) {
        add_byte(to, (unsigned)(data->length & 0xff));
        add(to, data->at, data->length);
    }
    if (expects)
        add(to, "\0\0", data && data->length > 0xff ? 2 : 1);
}

static unsigned transmit(unsigned cla, unsigned ins, unsigned parameters, const Bytes *data, int expects, Bytes *to)
{
    static Bytes command;
    build(&command, cla, ins, parameters, data, expects);
    return send_plain(&command, to);
}

/* The same within secure messaging. */
static unsigned transmit_secured(EAC_CTX *ctx, unsigned ins, unsigned parameters, const Bytes *data, int expects, Bytes *to)
{
    static Bytes objects, covered, command, sealed;
    const unsigned char *value, *mac;
    size_t size, mac_size;
    unsigned status;
    unsigned char header[] = {0x0c, (unsigned char)ins, (unsigned char)(parameters >> 8), (unsigned char)parameters};
    BUF_MEM *own;
    objects.length = covered.length = sealed.length = to->length = 0;
    must(EAC_increment_ssc(ctx), "counter");
    if (data)
        add_encrypted(ctx, &objects, data->at, data->length);
    if (expects)
        add_object(&objects, 0x97, "\0", 1);
    add_header(ctx, &covered, header, objects.length > 0);
    add(&covered, objects.at, objects.length);
    own = checksum(ctx, &covered);
    add_object(&objects, 0x8e, own->data, own->length);
    build(&command, 0x0c, ins, parameters, &objects, 1);
    status = send_plain(&command, &sealed);
    must(EAC_increment_ssc(ctx), "counter");
    must((mac = find(sealed.at, sealed.length, 0x8e, &mac_size)) != NULL, "a response without checksum");
    covered.length = 0;
    add(&covered, sealed.at, (size_t)(mac - sealed.at) - 2);
    must(is_checksum(ctx, &covered, mac, mac_size), "a wrong checksum");
    if ((value = find(sealed.at, sealed.length, 0x87, &size)))
        decrypt(ctx, value, size, to);
    return status;
}

/* One step of PACE: what goes out under one tag, and comes back under another. */
static BUF_MEM *step(unsigned out_tag, const BUF_MEM *out, unsigned in_tag, int is_last)
{
    static Bytes response;
    Bytes inner = {0}, data = {0};
    const unsigned char *value;
    size_t size;
    if (out)
        add_object(&inner, out_tag, out->data, out->length);
    add_object(&data, 0x7c, inner.at, inner.length);
    must(transmit(is_last ? 0x00 : 0x10, 0x86, 0, &data, 1, &response) == 0x9000, "a step of PACE is refused");
    must((value = find(response.at, response.length, 0x7c, &size)) != NULL, "a step without 7C");
    must((value = find(value, size, in_tag, &size)) != NULL, "a step without its answer");
    return buffer(value, size);
}

static EAC_CTX *open_with(const char *kind, const char *secret)
{
    static Bytes card_access;
    EAC_CTX *ctx = EAC_CTX_new();
    PACE_SEC *password = PACE_SEC_new(secret, strlen(secret), strcmp(kind, "can") == 0 ? PACE_CAN : PACE_MRZ);
    Bytes data = {0}, ignored;
    BUF_MEM *theirs, *key_of_chip, *token;
    const ASN1_OBJECT *protocol;
    add(&data, "\x01\x1c", 2);
    must(transmit(0, 0xa4, 0x020c, &data, 0, &ignored) == 0x9000, "EF.CardAccess is not there");
    must(transmit(0, 0xb0, 0x0000, NULL, 1, &card_access) == 0x9000, "EF.CardAccess cannot be read");
    must(EAC_CTX_init_ef_cardaccess(card_access.at, card_access.length, ctx) && ctx->pace_ctx, "EF.CardAccess");
    protocol = OBJ_nid2obj(ctx->pace_ctx->protocol);
    data.length = 0;
    add_object(&data, 0x80, OBJ_get0_data(protocol), OBJ_length(protocol));
    add_object(&data, 0x83, strcmp(kind, "can") == 0 ? "\x02" : "\x01", 1);
    must(transmit(0, 0x22, 0xc1a4, &data, 0, &ignored) == 0x9000, "PACE is refused");
    must(password && PACE_STEP2_dec_nonce(ctx, password, step(0, NULL, 0x80, 0)), "nonce");
    theirs = step(0x81, PACE_STEP3A_generate_mapping_data(ctx), 0x82, 0);
    must(PACE_STEP3A_map_generator(ctx, theirs), "mapping");
    key_of_chip = step(0x83, PACE_STEP3B_generate_ephemeral_key(ctx), 0x84, 0);
    must(PACE_STEP3B_compute_shared_secret(ctx, key_of_chip) && PACE_STEP3C_derive_keys(ctx), "agreement");
    token = step(0x85, PACE_STEP3D_compute_authentication_token(ctx, key_of_chip), 0x86, 1);
    must(PACE_STEP3D_verify_authentication_token(ctx, token) == 1, "the chip's token is wrong");
    must(EAC_CTX_set_encryption_ctx(ctx, EAC_ID_PACE), "keys of PACE");
    return ctx;
}

static unsigned read_file(EAC_CTX *ctx, unsigned identifier, Bytes *to)
{
    static Bytes piece;
    Bytes data = {0}, ignored;
    unsigned status;
    add_byte(&data, identifier >> 8);
    add_byte(&data, identifier & 0xff);
    to->length = 0;
    if ((status = transmit_secured(ctx, 0xa4, 0x020c, &data, 0, &ignored)) != 0x9000)
        return status;
    do {
        status = transmit_secured(ctx, 0xb0, (unsigned)to->length, NULL, 1, &piece);
        add(to, piece.at, piece.length);
    } while (status == 0x9000 && piece.length > 0);
    return to->length > 0 ? 0x9000 : status;
}

/* Version 1, with AES: the keys are those of the agreement alone. */
static EAC_CTX *authenticate_chip(EAC_CTX *channel, const char *name, const char *point)
{
    EAC_CTX *ctx = EAC_CTX_new();
    Bytes data = {0}, inner = {0}, ignored, static_key;
    BUF_MEM *theirs, *ours;
    int identifier = OBJ_txt2nid(name);
    const ASN1_OBJECT *protocol = OBJ_nid2obj(identifier);
    from_hex(&static_key, point);
    theirs = buffer(static_key.at, static_key.length);
    must(protocol && EAC_CTX_init_ca(ctx, identifier, 12), "protocol of Chip Authentication");
    ours = KA_CTX_generate_key(ctx->ca_ctx->ka_ctx, ctx->bn_ctx);
    must(ours != NULL, "key of the reader");
    add_object(&data, 0x80, OBJ_get0_data(protocol), OBJ_length(protocol));
    must(transmit_secured(channel, 0x22, 0x41a4, &data, 0, &ignored) == 0x9000, "Chip Authentication is refused");
    data.length = 0;
    add_object(&inner, 0x80, ours->data, ours->length);
    add_object(&data, 0x7c, inner.at, inner.length);
    must(transmit_secured(channel, 0x86, 0, &data, 1, &ignored) == 0x9000, "the key is refused");
    must(CA_STEP4_compute_shared_secret(ctx, theirs), "agreement with the chip");
    must(KA_CTX_derive_keys(ctx->ca_ctx->ka_ctx, NULL, ctx->md_ctx), "keys of Chip Authentication");
    must(EAC_CTX_set_encryption_ctx(ctx, EAC_ID_CA), "keys of Chip Authentication");
    return ctx;
}

int main(int argc, char **argv)
{
    static Bytes file;
    EAC_CTX *ctx;
    Bytes data = {0}, ignored;
    must(argc == 3 || argc == 5, "usage");
    EAC_init();
    ctx = open_with(argv[1], argv[2]);
    add(&data, APPLICATION, sizeof APPLICATION);
    must(transmit_secured(ctx, 0xa4, 0x040c, &data, 0, &ignored) == 0x9000, "the application is not there");
    must(read_file(ctx, 0x011e, &file) == 0x9000, "EF.COM cannot be read");
    say("file", &file);
    if (argc != 5)
        return 0;
    ctx = authenticate_chip(ctx, argv[3], argv[4]);
    must(read_file(ctx, 0x011e, &file) == 0x9000, "EF.COM cannot be read after Chip Authentication");
    say("proven", &file);
    return 0;
}
