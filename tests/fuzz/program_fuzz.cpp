// The whole program on a file of any name and content: it prints nothing that a terminal obeys, and
// an export holds no line but comments and settings. The input has parts with lines "%%" between:
// the command's number and the file's name in a line each, then the content.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/program.h"
#include "core/assert.h"
#include "core/result.h"
#include "tests/fuzz/parts.h"
#include "tests/fuzz/shown.h"
#include "tests/support/temporary_folder.h"

using namespace treering;

namespace {

// FILE stands for the file, NAME for its name.
constexpr std::array<std::string_view, 20> kCommands{
    "show FILE",
    "show FILE --format json",
    "show FILE --svg -",
    "predict FILE -c all_reduce -b 8 -e 64",
    "predict FILE -c all_reduce -b 8 -e 64 --format json",
    "explain FILE -b 8",
    "doctor FILE",
    "doctor FILE --format json",
    "diff FILE pcie-4",
    "diff pcie-4 FILE --format json",
    "export FILE --to env -b 8 -e 64",
    "export FILE --to nccl.conf -b 8 -e 64",
    "export FILE --to tuner-csv -b 8 -e 64",
    "convert FILE - --to json",
    "convert FILE - --to nccl-xml",
    "import FILE",
    "import FILE --format json",
    "check pcie-4 FILE",
    "predict pcie-4 -b 8 -e 8 --model cost --profile FILE",
    "export pcie-4 --to tuner-csv -b 8 -e 64 --env NAME"};

/// Fit to name a file: one part of a path.
std::string name_in(const std::string& line) {
  constexpr std::size_t kLongest = 100;
  std::string name = line.substr(0, kLongest);
  std::erase_if(name, [](char c) { return c == '/' || c == '\0'; });
  return name.empty() || name.starts_with('.') || name.starts_with('-') ? "f" + name : name;
}

std::vector<std::string> words_of(std::string_view command, const std::string& path,
                                  const std::string& name) {
  std::istringstream stream{std::string(command)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    words.push_back(word == "FILE" ? path : word == "NAME" ? name : word);
  }
  return words;
}

void check_settings(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    TREERING_ASSERT(line.empty() || line.starts_with('#') || line.starts_with("export NCCL_") ||
                        line.starts_with("NCCL_"),
                    "a comment or a setting");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const treering::support::TemporaryFolder kFolder;
  const auto parts = treering::fuzz::parts_of({reinterpret_cast<const char*>(data), size});
  const std::string& head = parts[0];
  const std::size_t end = std::min(head.find('\n'), head.size());
  std::size_t number = 0;
  for (const char c : head.substr(0, end))
    number = number * 10 + (static_cast<unsigned char>(c) & 15U);
  const std::string_view command = kCommands[number % kCommands.size()];
  const std::string name = name_in(head.substr(std::min(end + 1, head.size())));
  const std::string path = kFolder.path() + "/" + name;
  std::ofstream(path, std::ios::binary) << (parts.size() > 1 ? parts[1] : "");
  std::ostringstream out;
  std::ostringstream err;
  const int code = treering::cli::run_program(words_of(command, path, name), {out, err, {}});
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  treering::fuzz::check_shown(out.str());
  treering::fuzz::check_shown(err.str());
  TREERING_ASSERT(code != static_cast<int>(core::Category::Internal), "no error is internal");
  const bool is_settings = command.starts_with("export FILE --to env") ||
                           command.starts_with("export FILE --to nccl.conf");
  if (is_settings) check_settings(out.str());
  return 0;
}
