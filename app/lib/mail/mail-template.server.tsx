import { Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { env, publicOrigin } from "~/lib/env.server";
import { placeholders } from "~/lib/explained";
import type { Mail } from "./mailer.server";

/** What a mail says: sentences, links, codes and lists, from which both its text and its HTML are made. */
export interface Letter {
	subject: string;
	lines: (string | { link: string; text: string } | { code: string } | { list: readonly string[] })[];
}

interface Addressee {
	isVerified: boolean;
	realName: string;
	username: string;
}

/** A letter with greeting and end, as plain text and as HTML without pictures or anything remote. */
export function toMail(to: string, addressee: Addressee | undefined, letter: Letter): Mail & { to: string } {
	// Who registers a stranger's address chooses a name: nobody shall mail advertising or a link through us that way.
	const greeting = addressee?.isVerified ? `Hola, ${nameOf(addressee)}:` : "Hola:";
	const ending = ["Relevo · diagramas de turnos", publicOrigin, help()].filter(Boolean);
	const paragraphs = [greeting, ...letter.lines.map(toText), `--\n${ending.join("\n")}`];
	return {
		to,
		subject: letter.subject,
		text: `${paragraphs.join("\n\n")}\n`,
		html: `<!doctype html>${renderToStaticMarkup(<Page greeting={greeting} letter={letter} ending={ending} />)}`,
	};
}

function nameOf({ realName, username }: Addressee): string {
	return realName && realName !== placeholders.realName ? realName : username;
}

function help(): string {
	return env.SUPPORT_EMAIL ? `Ayuda: ${env.SUPPORT_EMAIL}` : "";
}

function toText(line: Letter["lines"][number]): string {
	if (typeof line === "string") return line;
	if ("list" in line) return line.list.map((item) => `- ${item}`).join("\n");
	return "code" in line ? line.code : `${line.text}:\n${line.link}`;
}

function Page({ greeting, letter, ending }: { greeting: string; letter: Letter; ending: string[] }) {
	return (
		<html lang="es-AR">
			<head>
				<meta charSet="utf-8" />
				<title>{letter.subject}</title>
			</head>
			<body>
				<p>{greeting}</p>
				{letter.lines.map((line) => (
					<Line key={toText(line)} line={line} />
				))}
				<hr />
				<p>
					{ending.map((line) => (
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

function Line({ line }: { line: Letter["lines"][number] }) {
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
