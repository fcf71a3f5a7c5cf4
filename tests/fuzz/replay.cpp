// Runs one fuzz target over stored inputs: replay FILE_OR_FOLDER...
// Takes the place of libFuzzer in ordinary builds. A folder that is absent counts as empty.

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

void replay(const fs::path& path) {
  // Printed first: after a crash it is the last line.
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);
  std::ifstream file(path, std::ios::binary);
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const fs::path path = argv[i];
    if (fs::is_regular_file(path)) replay(path);
    if (!fs::is_directory(path)) continue;
    for (const auto& entry : fs::directory_iterator(path)) replay(entry.path());
  }
  return 0;
}
