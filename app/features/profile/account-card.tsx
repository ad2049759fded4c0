import { placeholders } from "~/lib/explained";
import { BrandMark, Icon } from "~/ui/icons";
import { photoAddress } from "./photo";
import { providerLabel } from "./provider";
import { networkRules, networks, socialLinkOf } from "./social-link";

interface AccountCardProps {
	account: {
		realName: string | null;
		email: string | null;
		username: string | null;
		providerAuth: string | null;
		isVerified: boolean;
		photo: string | null;
	} & Record<(typeof networks)[number], string | null>;
}

/** Who somebody is; in place of what is missing stands a word of its own. */
export function AccountCard({ account }: AccountCardProps) {
	const { realName, email, username, providerAuth, isVerified, photo } = account;
	return (
		<section className="card person" aria-labelledby="nombre">
			<img className="portrait" src={photoAddress(photo)} alt="Tu foto" width="96" height="96" />
			<div>
				<h2 id="nombre">{realName || placeholders.realName}</h2>
				<p>{email || placeholders.email}</p>
				{isVerified ? (
					<p className="verified">
						<Icon name="check" /> Verificado
					</p>
				) : (
					<form method="post" action="/auth/verify-email">
						<button className="button" type="submit" name="intent" value="resend">
							Verificar
						</button>
					</form>
				)}
			</div>
			<dl>
				<div>
					<dt>Nombre de usuario</dt>
					<dd>{username || placeholders.username}</dd>
				</div>
				<div>
					<dt>Entrás con</dt>
					<dd>{providerLabel(providerAuth) ?? placeholders.providerAuth}</dd>
				</div>
			</dl>
			<SocialLinks account={account} />
		</section>
	);
}

function SocialLinks({ account }: AccountCardProps) {
	const links = networks.flatMap((network) => {
		const link = socialLinkOf(account[network], network);
		return link ? [{ network, ...link }] : [];
	});
	if (links.length === 0) return null;
	return (
		<ul className="links" aria-label="Tus redes">
			{links.map(({ network, href, text }) => (
				<li key={network}>
					<a href={href} rel="nofollow noopener noreferrer ugc">
						<BrandMark name={network === "twitter" ? "x" : network} />
						<span className="hidden-text">{networkRules[network].label}: </span>
						<span>{text}</span>
					</a>
				</li>
			))}
		</ul>
	);
}
