// The words of nvidia-smi's matrix, and the lines that they stand in.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace treering::hw::formats::nvidia_smi {

// The words of a matrix of `nvidia-smi topo -m`: names of devices, cells, lists of CPUs.

/// What lies between two devices, from near to far; NVLink hides how far apart they are on PCIe.
enum class Path { Self, NvLink, Pix, Pxb, Phb, Node, Sys };

struct Cell {
  Path path = Path::Self;
  int nvlinks = 0;  // of NvLink
  bool operator==(const Cell&) const = default;
};

/// "X", "NV18", "PIX", ... in any case; "SOC" of drivers before 2017 is SYS. Nothing for others.
std::optional<Cell> parse_smi_cell(std::string_view word);
std::string text_of(const Cell& cell);
/// For error messages: the words that parse_smi_cell knows.
inline constexpr std::string_view kSmiCellWords = "X, NV#, PIX, PXB, PHB, NODE or SYS";

/// The start of a cell that is cut: "SY", "NO".
bool is_smi_half_cell(std::string_view word);

/// The number in "GPU7" or "NIC7" (`kind` is "GPU" or "NIC"), in any case; nothing for others.
std::optional<int> smi_number(std::string_view word, std::string_view kind);

/// "N/A", or digits with commas and dashes between: a list of CPUs or of NUMA nodes.
bool is_smi_affinity(std::string_view word);

/// A list like "0-23,48-71" as its CPUs, ascending; nothing when it is none.
std::optional<std::vector<int>> parse_cpu_list(std::string_view list);

/// As the kernel prints a set of CPUs: 32-bit hex words, most significant first.
std::string cpumap_of(const std::vector<int>& cpus);

/// The CPUs of such a map as a list "0-23,48-71"; empty when it is none.
std::string cpu_list_of_map(std::string_view map);

// Far more than a row of 512 devices has; keeps an absurd line from filling the memory.
inline constexpr std::size_t kMaxSmiWords = 4096;

/// The words of a line between blanks and tabs, up to kMaxSmiWords.
std::vector<std::string_view> smi_words(std::string_view line);

/// Without what terminals, web pages and mail add (core/text/pasted.h) and what logs put before
/// lines (core/text/line_heads.h); in tables whose affinities stand before the devices, as
/// documentation has them, they stand behind.
std::string plain_smi_text(std::string_view text);

/// The tags of launchers and names of hosts before lines of a matrix or names of GPUs, "host1" of
/// "host1: GPU0 X NV4", in order; empty where no such line has one.
std::vector<std::string> machines_in_tags(std::string_view text);

/// The lines of one of these machines without their tags, and all lines without tag; the lines of
/// others are empty, so that numbers of lines stay.
std::string lines_of_machine(std::string_view text, std::string_view machine);

// Finds the lines of a matrix of `nvidia-smi topo -m` among others: its header and rows, each as
// words, even if they were wrapped, have lines of other programs between them, or lost the blanks
// between words ("NIC8NIC9", "NODENODE") or the header.

/// A line of the source, with its continuation in the lines below.
struct Line {
  std::size_t number = 0;  // from 1
  std::vector<std::string_view> words;
};

struct Lines {
  std::size_t header = 0;                 // its line; of the first row where the header is lost
  bool is_header_lost = false;            // columns are named after rows
  std::vector<std::string_view> columns;  // names of devices
  bool has_cpu_affinity = false;
  bool has_numa_affinity = false;
  std::string_view last_heading;  // the last word of the header
  std::vector<Line> rows;
  std::size_t last = 0;            // the line where the matrix ends
  bool is_torn = false;            // the text ends within the last row, which is of a GPU
  std::string_view torn_word;      // left out there: "NV1" may be the start of "NV18"; or empty
  std::size_t another_header = 0;  // the line of the next matrix; 0 for none
};

/// The first matrix in `text`, which has no escapes; nothing where no header is.
std::optional<Lines> find_smi_lines(std::string_view text);

/// `text` from line `number` on.
std::string_view from_line(std::string_view text, std::size_t number);

/// The number of the last line with words; fences of Markdown have none. 0 where no line has.
std::size_t last_line_of(std::string_view text);

}  // namespace treering::hw::formats::nvidia_smi
