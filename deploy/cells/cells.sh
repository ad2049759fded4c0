#!/bin/sh
# Manages many plants (installations of Relevo) on one machine: docs/cells.md. Writes files for docker compose, Caddy
# and Prometheus, and starts the containers.
set -eu
umask 077

root=${CELL_ROOT:-/srv/relevo}
list=$root/cells.conf
here=$(dirname "$(readlink -f "$0")")

usage() {
	cat <<-END
		Las plantas de esta máquina: una línea por planta en $list.
		  cells.sh check [NOMBRE host=… mail=… memory=…]   revisa la lista, o si entraría esa línea; no cambia nada
		  cells.sh up                                      pone en marcha lo que dice la lista, o lo actualiza
		  cells.sh add NOMBRE host=… mail=… memory=…       agrega una planta
		  cells.sh move NOMBRE USUARIO@MÁQUINA             lleva una planta a otra máquina, con sus datos
		  cells.sh remove NOMBRE [--without-backup]        borra una planta; guarda una última copia de sus datos
		  cells.sh forget NOMBRE                           la detiene y la saca de la lista; su carpeta queda
	END
}

fail() { echo "$*" >&2; exit 1; }

# start_again NAME: restarts a plant when a command has failed half way. Discards docker's output, because the terminal
# may be closed.
start_again() {
	{ cell "$1" stop && cell "$1" start; } > /dev/null 2>&1 || fail "$1 está detenida: corré cells.sh up"
}

# Checks the list of plants and prints each plant as "name host mail memory". An argument counts as one more line of the
# list.
read_plants() {
	for file in "$list" "$root/settings.env"; do
		[ -e "$file" ] || fail "Falta $file: docs/cells.md dice cómo se hace."
	done
	{ awk 1 "$list"; echo "$*"; } | awk -v file="$list" -f "$here/read-plants.awk"
}

host_of() {
	read_plants | awk -v name="$1" '$1 == name { print $2; found = 1 } END { exit !found }' ||
		fail "No hay una planta «$1» en $list."
}

# `cell NAME` runs docker compose for a plant, `front` for Caddy and Prometheus. Both run in a subshell, because they
# change the working directory.
cell() (cd "$root/cells/$1" && shift && exec docker compose "$@")
front() (cd "$root/front" && exec docker compose "$@")

# write FILE MODE: replaces a file by standard input in one step, so that no program reads half a file.
write() {
	cat > "$1.new"
	chmod "$2" "$1.new"
	mv "$1.new" "$1"
}

# start_cell NAME HOST MAIL MEMORY: starts a plant, or recreates the container of a running plant whose image or
# settings have changed.
start_cell() {
	mkdir -p "$root/cells/$1/data"
	chown 1000:1000 "$root/cells/$1/data"
	[ -e "$root/cells/$1/settings.env" ] || : > "$root/cells/$1/settings.env"
	write "$root/cells/$1/.env" 600 <<-END
		# From $list, written by cells.sh. More settings of this plant: settings.env
		COMPOSE_PROJECT_NAME=relevo-$1
		COMPOSE_FILE=$here/cell.yaml
		CELL_ROOT=$root
		CELL_NAME=$1
		CELL_HOST=$2
		CELL_MAIL=$3
		CELL_MEMORY=$4
	END
	docker network inspect "relevo-$1_out" > /dev/null 2>&1 ||
		docker network create --opt com.docker.network.bridge.name="rv-$1" "relevo-$1_out" > /dev/null
	cell "$1" up -d
}

# Writes the configuration of Caddy and Prometheus for all plants in the list, starts both if they are not running, and
# makes Caddy load its configuration.
start_front() {
	plants=$(read_plants)
	mkdir -p "$root/front/caddy" "$root/front/certificates" "$root/front/targets"
	chmod 755 "$root/front/targets"
	PLANTS=$plants awk -f "$here/caddyfile.awk" "$here/../Caddyfile" | write "$root/front/caddy/Caddyfile" 600
	echo "$plants" | awk '
		NF { all = all separator "{\"targets\": [\"relevo-" $1 ":9100\"], \"labels\": {\"plant\": \"" $1 "\"}}"; separator = ",\n" }
		END { print "[" all "]" }' | write "$root/front/targets/plants.json" 644
	write "$root/front/.env" 600 <<-END
		COMPOSE_PROJECT_NAME=relevo-front
		COMPOSE_FILE=$here/front.yaml
		CELL_ROOT=$root
	END
	front up -d || fail "Caddy o Prometheus no arrancan. Corregí la causa y corré cells.sh up"
	for name in $(echo "$plants" | cut -d " " -f 1); do front_network connect "$name"; done
	for _ in $(seq 10); do
		said=$(front exec -T caddy caddy reload --config /etc/caddy/Caddyfile --adapter caddyfile 2>&1) && return
		sleep 1
	done
	# If Caddy could not start at all, its log tells the reason.
	front logs --tail 3 caddy >&2 || true
	fail "Caddy no tomó los cambios: $said
Corregí la causa y corré cells.sh up"
}

# front_network connect|disconnect NAME: connects the running Caddy and Prometheus to a plant's network, or disconnects
# them. Starting these containers anew would interrupt all plants.
front_network() {
	for container in $(front ps -q); do
		joined=$(docker inspect --format '{{json .NetworkSettings.Networks}}' "$container" | grep -c "\"relevo-$2_inside\"") || true
		case $1-$joined in connect-0 | disconnect-1) docker network "$1" "relevo-$2_inside" "$container" ;; esac
	done
}

# wait_for NAME: waits until a plant responds, for at most two minutes. A plant may first migrate a large database.
wait_for() {
	end=$(($(date +%s) + 120))
	while [ "$(date +%s)" -lt "$end" ]; do
		cell "$1" exec -T relevo node scripts/healthcheck.mjs > /dev/null 2>&1 && return
		sleep 1
	done
	cell "$1" logs --tail 3 relevo >&2
	fail "$1 no contesta: su registro está arriba. Corregí la causa y repetí: cells.sh up"
}

start_all() {
	read_plants | while read -r name host mail memory; do start_cell "$name" "$host" "$mail" "$memory" < /dev/null; done
	start_front
	for name in $(read_plants | cut -d " " -f 1); do wait_for "$name"; done
}

add() {
	plants=$(read_plants "$*")
	plant=$1
	{ awk 1 "$list"; echo "$*"; } | write "$list" 600
	trap '[ $? -eq 0 ] || echo "$plant quedó en la lista: corregí la causa y corré cells.sh up, o cells.sh forget $plant" >&2' EXIT
	# shellcheck disable=SC2046 # The unquoted line gives four arguments: name, host, mail, memory.
	start_cell $(echo "$plants" | tail -n 1)
	start_front
	wait_for "$1"
	echo "$1 anda: https://$(host_of "$1")"
}

# take_off NAME: stops a plant, then removes the plant from the list. The operator can repeat `remove` or `move` only
# while the plant is in the list. So after take_off these commands first delete or move the plant's folder, and call
# start_front last. If start_front fails, "cells.sh up" does the rest.
take_off() {
	host_of "$1" > /dev/null
	if [ -e "$root/cells/$1/.env" ]; then
		[ ! -e "$root/front/.env" ] || front_network disconnect "$1"
		cell "$1" down
		docker network rm "relevo-$1_out" > /dev/null || true
	fi
	awk -v name="$1" '$1 != name' "$list" | write "$list" 600
}

forget() {
	take_off "$1"
	start_front
}

remove() {
	host=$(host_of "$1")
	printf 'Se borra la planta %s (%s) con los datos de toda su gente. Para seguir, escribí su nombre: ' "$1" "$host"
	read -r typed || true
	[ "${typed:-}" = "$1" ] || fail "No es su nombre: no se borró nada."
	plant=$1
	if [ "${2:-}" != --without-backup ]; then
		keep() {
			trap '' HUP INT TERM
			start_again "$plant"
			# A backup that lacks a damaged image ends with 1 too, and is then the only one that is to be kept.
			fail "La última copia no se hizo, o le falta lo que se lee arriba: no se borró nada. Para borrar así: guardá $root/cells/$plant/data/last, si está, y agregá --without-backup"
		}
		kept=$root/removed/$1-$(date +%Y%m%d-%H%M%S)
		trap keep HUP INT TERM
		cell "$1" stop && cell "$1" run --rm -T relevo npm run --silent backup -- --to /data/last < /dev/null || keep
		trap '' HUP INT TERM
		mkdir -p "$kept"
		mv "$root/cells/$1/data/last" "$kept/"
		cp "$root/cells/$1/settings.env" "$kept/"
		awk -v name="$1" '$1 == name' "$list" > "$kept/cells.conf"
	fi
	take_off "$1"
	rm -rf "${root:?}/cells/$1"
	echo "$1 está borrada.${kept:+ Su última copia: $kept}"
	start_front
}

move() {
	[ $# -eq 2 ] || fail "Falta a dónde: cells.sh move $1 root@otra-maquina"
	host=$(host_of "$1")
	words=$(awk -v name="$1" '$1 == name' "$list" | tr -d '\r')
	plant=$1 target=$2 folder=$root/cells/$1 added=
	# ssh gives up when the other machine does not respond for 45 seconds.
	ssh="ssh -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=15"
	there() { $ssh "$target" "$@" < /dev/null; }
	# Copies the whole folder of the plant, so that nobody has to sign in again and no queued mail is lost.
	copy() { rsync -e "$ssh" -aH --numeric-ids --delete "$@" "$folder/" "$target:$folder/"; }
	copy_what_stays() {
		there "mkdir -p '$folder' '$root/front/certificates'" || return 1
		# The plant still runs, so files may disappear during the copy. rsync then exits with 24, which is no failure.
		copy --exclude '/data/relevo.sqlite*' || [ $? -eq 24 ] || return 1
		for certificate in "$root/front/certificates/./caddy/certificates"/*/"$host"; do
			[ ! -e "$certificate" ] || rsync -e "$ssh" -aR "$certificate" "$target:$root/front/certificates/" || return 1
		done
	}
	stay() {
		trap '' HUP INT TERM
		# If the connection broke, `cells.sh add` may still run on the other machine. `flock` waits there until it ends, and
		# `forget` then stops the plant there.
		[ -z "$added" ] || there "flock -w 180 '$root' true && CELL_ROOT='$root' '$here/cells.sh' forget $plant" ||
			echo "$plant puede estar andando en $target: corré allá cells.sh forget $plant" >&2
		start_again "$plant"
		fail "No se movió: $plant sigue andando acá. En $target quedó la copia $folder: borrala antes de repetir."
	}
	there "docker image inspect relevo > /dev/null && CELL_ROOT='$root' '$here/cells.sh' check $words && [ ! -e '$folder' ]" ||
		fail "$target no está lista: necesita a Relevo en $here, la imagen construida, $list y $root/settings.env, y que no exista $folder. No se cambió nada."
	echo "Copio lo que no cambia, mientras $1 sigue andando."
	copy_what_stays || fail "No se pudo copiar: $1 sigue andando acá. Borrá $folder en $target y repetí."
	trap stay HUP INT TERM
	cell "$1" stop && cell "$1" run --rm -T relevo npm run --silent backup < /dev/null && copy || stay
	added=yes
	there "CELL_ROOT='$root' '$here/cells.sh' add $words && cd '$folder' && docker compose exec -T relevo npm run --silent data -- check" || stay
	# The plant now runs on the other machine. An interruption no longer undoes the move, and a failure says what to do.
	trap '' HUP INT TERM
	trap '[ $? -eq 0 ] || echo "$plant anda en $target; acá está detenida, pero sigue en la lista. No corras cells.sh up: corregí la causa y corré cells.sh forget $plant" >&2' EXIT
	mkdir -p "$root/moved"
	take_off "$1"
	trap - EXIT
	mv "$folder" "$root/moved/$1-$(date +%Y%m%d-%H%M%S)"
	echo "$1 anda en $target. Cambiá el registro DNS de $host. Lo que había acá quedó en $root/moved: borralo cuando la hayas visto andar."
	start_front
}

# Fails while another cells.sh holds this lock, because two runs at once could start a plant (an installation of Relevo)
# while copying the same plant to another machine. The lock lasts until this script ends.
lock() {
	read_plants > /dev/null
	# Debian's docker-compose 1.29 is another program: it cannot read these files, and complains about their first line.
	docker compose version > /dev/null 2>&1 ||
		fail "Falta «docker compose» (2.20 o posterior): el docker-compose 1.29 de Debian no alcanza. Instalalo: apt-get install docker-compose-plugin (docs/quickstart.md). No se cambió nada."
	exec 9< "$root"
	flock -n 9 || fail "Hay otro cells.sh andando: esperá a que termine."
}

case "${1:-}" in
	check) shift && plants=$(read_plants "$*") && echo "Sin problemas. Plantas: $(echo "$plants" | grep -c . || true)." ;;
	up) lock; start_all ;;
	add | move | remove | forget) [ $# -ge 2 ] || { usage && exit 1; }; lock; "$@" ;;
	*) usage && [ "${1:-}" = --help ] ;;
esac
