import { Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { env, publicOrigin } from "~/lib/env.server";
import { placeholders } from "~/lib/explained";

/** A mail that is rendered as plain text and as HTML. */
export interface MailTemplate {
	subject: string;
	lines: (string | { link: string; text: string } | { code: string } | { list: readonly string[] })[];
}

interface Recipient {
	isVerified: boolean;
	realName: string;
	username: string;
}

/** Renders a mail with greeting and signature, as plain text and as HTML without remote content. */
export function renderMail(to: string, recipient: Recipient | undefined, template: MailTemplate) {
	// The name of an unverified account is left out: a spammer could register a stranger's address with a link as
	// the name.
	const greeting = recipient?.isVerified ? `Hola, ${nameOf(recipient)}:` : "Hola:";
	const help = env.SUPPORT_EMAIL ? [`Ayuda: ${env.SUPPORT_EMAIL}`] : [];
	const signature = ["Relevo · diagramas de turnos", publicOrigin, ...help];
	const paragraphs = [greeting, ...template.lines.map(toText), `--\n${signature.join("\n")}`];
	return {
		to,
		subject: template.subject,
		text: `${paragraphs.join("\n\n")}\n`,
		html: `<!doctype html>${renderToStaticMarkup(<Page greeting={greeting} template={template} signature={signature} />)}`,
	};
}

function nameOf({ realName, username }: Recipient): string {
	return realName !== placeholders.realName ? realName : username;
}

function toText(line: MailTemplate["lines"][number]): string {
	if (typeof line === "string") return line;
	if ("list" in line) return line.list.map((item) => `- ${item}`).join("\n");
	return "code" in line ? line.code : `${line.text}:\n${line.link}`;
}

interface PageProps {
	greeting: string;
	template: MailTemplate;
	signature: string[];
}

function Page({ greeting, template, signature }: PageProps) {
	return (
		<html lang="es-AR">
			<head>
				<meta charSet="utf-8" />
				<title>{template.subject}</title>
			</head>
			<body>
				<p>{greeting}</p>
				{template.lines.map((line) => (
					<Line key={toText(line)} line={line} />
				))}
				<hr />
				<p>
					{signature.map((line) => (
						<Fragment key={line}>
							{line}
							<br />
						</Fragment>
					))}
				</p>
			</body>
		</html>
	);
}

function Line({ line }: { line: MailTemplate["lines"][number] }) {
	if (typeof line === "string") return <p>{line}</p>;
	if ("link" in line) {
		return (
			<p>
				<a href={line.link}>{line.text}</a>
			</p>
		);
	}
	if ("code" in line) {
		return (
			<p>
				<strong>{line.code}</strong>
			</p>
		);
	}
	return (
		<ul>
			{Array.from(line.list.entries(), ([place, item]) => (
				<li key={place}>{item}</li>
			))}
		</ul>
	);
}
