# Makes page_parts.c from the files of page/: cmake -DOUT=page_parts.c -DFOLDER=page -DNAMES=a,b -P
# The first name is the page itself, the others are what it names between {{ and }}.
string(REPLACE "," ";" NAMES "${NAMES}")
set(arrays "")
set(rows "")
set(index 0)
foreach(name ${NAMES})
    file(READ "${FOLDER}/${name}" hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(REGEX REPLACE "((0x..,){16})" "\\1\n" bytes "${bytes}")
    string(LENGTH "${hex}" digits)
    math(EXPR length "${digits} / 2")
    string(APPEND arrays "static const unsigned char part_${index}[] = {\n${bytes}0};\n")
    string(APPEND rows "    {\"${name}\", (const char *)part_${index}, ${length}u},\n")
    math(EXPR index "${index} + 1")
endforeach()
file(WRITE "${OUT}.new" "/* Made by src/render/embed.cmake. */
#include \"render/page_parts.h\"

${arrays}
const struct ak_page_part ak_page_parts[] = {
${rows}};
const size_t ak_page_part_count = ${index};
")
file(RENAME "${OUT}.new" "${OUT}")
