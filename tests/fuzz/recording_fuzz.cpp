// A recording of any content: hw::load_recording gives it or an error that names the file, NVML's
// answers survive being written, and discovery makes a topology or an error of them, also without
// names. The input has parts with lines "%%" between: nvml.json, unreadable.tsv, then files, each
// its path, a line end and its content, or links, "path -> target".

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/assert.h"
#include "hw/discover/discover.h"
#include "hw/world/anonymise/anonymise.h"
#include "hw/world/nvml/json.h"
#include "hw/world/recording/worlds.h"
#include "tests/fuzz/parts.h"
#include "tests/fuzz/written.h"
#include "tests/support/temporary_folder.h"

using namespace treering;

namespace {

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

void add(const std::string& part, treering::hw::world::recording::Recording& recording) {
  const std::size_t end = part.find('\n');
  const std::string head = part.substr(0, end);
  const std::size_t arrow = head.find(" -> ");
  if (!head.starts_with('/')) return;
  if (arrow != std::string::npos) {
    recording.links[head.substr(0, arrow)] = head.substr(arrow + 4);
  } else if (end != std::string::npos) {
    recording.texts[head] = part.substr(end + 1);
  }
}

void check(const treering::hw::world::recording::Recording& recording) {
  const auto found = treering::hw::discover::discover(
      treering::hw::world::recording::ReplayedWorld(recording), "x");
  if (!found) {
    TREERING_ASSERT(found.error().where.starts_with("x"), "an error names its machine");
    return;
  }
  treering::fuzz::check_json_of(found->topology);
  treering::fuzz::check_shown(treering::core::topology_to_json(found->topology, found->host));
  for (const treering::core::Diagnostic& note : found->notes)
    treering::fuzz::check_shown_in_line(note.message());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const treering::support::TemporaryFolder kFolder;
  const auto parts = treering::fuzz::parts_of({reinterpret_cast<const char*>(data), size});
  std::filesystem::create_directories(kFolder.path() + "/sys");
  write(kFolder.path() + "/nvml.json", parts[0]);
  write(kFolder.path() + "/unreadable.tsv", parts.size() > 1 ? parts[1] : "");
  auto recording = treering::hw::world::recording::load_recording(kFolder.path());
  if (!recording) {
    TREERING_ASSERT(recording.error().where.starts_with(kFolder.path()), "an error names its file");
    return 0;
  }
  const std::string nvml = treering::hw::world::nvml::nvml_to_json(recording->nvml);
  treering::fuzz::check_shown(nvml);
  const auto again = treering::hw::world::nvml::nvml_from_json(nvml, "nvml.json");
  TREERING_ASSERT(again && *again == recording->nvml, "JSON holds all answers of NVML");
  for (std::size_t i = 2; i < parts.size(); ++i) add(parts[i], *recording);
  check(*recording);
  check(treering::hw::world::anonymise::anonymised(*recording));
  return 0;
}
