import { hash } from "node:crypto";
import { type GoogleExtraParams, type GoogleProfile, GoogleStrategy } from "remix-auth-google";
import * as z from "zod";
import { env } from "~/lib/env.server";
import { parseEmail } from "~/lib/mail/email-address";
import { KB } from "~/lib/units/bytes";
import { fetchBounded } from "./bounded-fetch.server";
import { GoogleError } from "./google-error";

/** Data of a Google account, taken from Google's userinfo response. */
export interface GoogleIdentity {
	/** Permanent id of the Google account; all other data of the account can change. */
	subject: string;
	/** E-mail address that Google has verified, in the form that `parseEmail` returns. */
	email: string;
	/** Display name at Google, not validated; empty if missing. */
	name: string;
	/** URL of the account picture, not validated; empty if missing. */
	picture: string;
}

/** Limits for a request to Google, in milliseconds and bytes. A response has about 3 KB. */
const BOUNDS = { timeoutMs: 10_000, maxBytes: 64 * KB };

interface Options {
	clientID: string;
	clientSecret: string;
	callbackURL: string;
	/** PKCE code verifier of the sign-in (RFC 7636). */
	verifier: string;
}

/**
 * Strategy of remix-auth-google with additions: PKCE, validation of Google's responses, and limits of time and size
 * for requests to Google. An instance serves only one sign-in. A failed `authenticate` throws an AuthorizationError. Its
 * cause is a GoogleError, except when the OAuth state is missing or wrong, or the code is missing.
 */
export class StrictGoogleStrategy extends GoogleStrategy<GoogleIdentity> {
	private readonly verifier: string;
	/** Google account id (`sub`) in the id_token, if Google sent an id_token. */
	private subject: string | undefined;

	constructor({ verifier, ...options }: Options) {
		// Makes Google ask which account to use, because a shared computer may still be signed in as another user.
		const parameters = { scope: "openid email profile", prompt: "select_account" } as const;
		super({ ...options, ...parameters }, async ({ profile: { id, displayName, emails, photos } }) => {
			return { subject: id, email: emails[0].value, name: displayName, picture: photos[0].value };
		});
		this.verifier = verifier;
		this.authorizationURL = env.GOOGLE_AUTH_URL;
		this.tokenURL = env.GOOGLE_TOKEN_URL;
	}

	protected override authorizationParams(): URLSearchParams {
		const params = super.authorizationParams();
		params.set("code_challenge", hash("sha256", this.verifier, "base64url"));
		params.set("code_challenge_method", "S256");
		return params;
	}

	protected override tokenParams(): URLSearchParams {
		return new URLSearchParams({ code_verifier: this.verifier });
	}

	protected override async fetchAccessToken(code: string, params: URLSearchParams) {
		params.set("client_id", this.clientID);
		params.set("client_secret", this.clientSecret);
		params.set("code", code);
		const token = await fetchJson(this.tokenURL, { method: "POST", body: params }, tokenSchema);
		const { access_token, id_token } = token;
		if (id_token && ![id_token.aud].flat().includes(this.clientID)) throw new GoogleError("failed");
		this.subject = id_token?.sub;
		// The type of remix-auth-google requires these parameters, which nothing reads.
		const extraParams: GoogleExtraParams = {
			expires_in: 3920,
			token_type: "Bearer",
			scope: "",
			id_token: "",
		};
		return { accessToken: access_token, extraParams };
	}

	protected override async userProfile(accessToken: string): Promise<GoogleProfile> {
		const headers = { Authorization: `Bearer ${accessToken}` };
		const userinfo = await fetchJson(env.GOOGLE_USERINFO_URL, { headers }, userinfoSchema);
		// Different ids mean that the access token belongs to another user (OpenID Connect Core 5.3.2).
		if (this.subject !== undefined && this.subject !== userinfo.sub) throw new GoogleError("failed");
		return profileOf(userinfo);
	}
}

/**
 * The payload of an id_token. The signature needs no check, because Google sent the token directly (OpenID Connect Core
 * 3.1.3.7, 6).
 */
const idTokenSchema = z
	.string()
	.transform((token) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()))
	.pipe(z.object({ sub: z.string(), aud: z.union([z.string(), z.array(z.string())]) }));
const tokenSchema = z.object({ access_token: z.string().min(1), id_token: idTokenSchema.optional() });
const userinfoSchema = z.object({
	// The account id `sub` has at most 255 ASCII characters (OpenID Connect Core 2).
	sub: z.string().regex(/^[\x21-\x7e]{1,255}$/),
	email: z.unknown().optional(),
	email_verified: z.unknown().optional(),
	name: z.string().catch(""),
	picture: z.string().catch(""),
});

/**
 * Requests JSON from Google.
 * @throws GoogleError when the request fails or the response does not match `schema`
 */
async function fetchJson<Schema extends z.ZodType>(
	address: string,
	init: RequestInit,
	schema: Schema,
): Promise<z.output<Schema>> {
	try {
		const body = await fetchBounded(address, init, BOUNDS);
		return schema.parse(JSON.parse(body.toString()));
	} catch (error) {
		throw new GoogleError("failed", error);
	}
}

/**
 * Converts Google's userinfo response to the profile type of remix-auth-google.
 * @throws GoogleError unless Google has verified the e-mail address and the server can send mail to the address
 */
function profileOf({ email, email_verified, ...account }: z.output<typeof userinfoSchema>): GoogleProfile {
	// Compares with `true`, because the string "false" would be truthy.
	if (email_verified !== true || typeof email !== "string") throw new GoogleError("unverified");
	const address = parseEmail(email);
	if (!address) throw new GoogleError("unusable-address");
	// The type of remix-auth-google requires these fields, which nothing reads.
	const unread = { given_name: "", family_name: "", locale: "", hd: "" };
	return {
		provider: "google",
		id: account.sub,
		displayName: account.name,
		name: { familyName: "", givenName: "" },
		emails: [{ value: address }],
		photos: [{ value: account.picture }],
		_json: { ...unread, ...account, email: address, email_verified },
	};
}
