# Reads cells.conf and prints "name host mail memory" for each plant. If the file has a mistake, prints only an error
# message with the line number.
function wrong(text) {
	print file ", línea " NR ": " text " No se cambió nada." > "/dev/stderr"
	failed = 1
	exit 1
}
{ sub(/\r$/, "") }
/^[ \t]*(#|$)/ { next }
{
	if ($1 !~ /^[a-z][a-z0-9-]*$/ || length($1) > 12)
		wrong("el nombre «" $1 "» tiene que empezar con una letra y tener hasta 12 letras minúsculas, cifras o guiones.")
	if ($1 == "front") wrong("el nombre «front» es el de Caddy y Prometheus: poné otro.")
	if ($1 in names) wrong("la planta «" $1 "» ya está en la línea " names[$1] ".")
	names[$1] = NR
	split("", value)
	for (at = 2; at <= NF; at++) {
		field = substr($at, 1, index($at, "=") - 1)
		if (field !~ /^(host|mail|memory)$/) wrong("no se entiende «" $at "»: los campos son host=, mail= y memory=.")
		if (field in value) wrong("el campo «" field "» está dos veces.")
		value[field] = substr($at, length(field) + 2)
	}
	if (!("host" in value && "mail" in value && "memory" in value)) wrong("cada planta tiene host=, mail= y memory=.")
	if (value["host"] !~ /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/)
		wrong("«host=" value["host"] "» tiene que ser un nombre como norte.relevo.ejemplo.ar, en minúsculas y sin https://.")
	if (value["host"] in hosts) wrong("«host=" value["host"] "» ya está en la línea " hosts[value["host"]] ".")
	hosts[value["host"]] = NR
	if (value["mail"] !~ /^[A-Za-z0-9_+-]+(\.[A-Za-z0-9_+-]+)*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/)
		wrong("«mail=" value["mail"] "» tiene que ser un correo como norte@ejemplo.ar.")
	if (value["memory"] !~ /^[0-9]+m$/ || value["memory"] + 0 < 512 || value["memory"] + 0 > 16384)
		wrong("«memory=" value["memory"] "» tiene que estar entre 512m y 16384m, por ejemplo 600m.")
	plants = plants $1 " " value["host"] " " value["mail"] " " value["memory"] "\n"
}
END {
	if (failed) exit 1
	printf "%s", plants
}
