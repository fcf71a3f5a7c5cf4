// hw::load_cluster: whatever a file and those beside it hold, they give a cluster or an error; a
// cluster survives being written as JSON and read. The input has parts with lines "%%" between: the
// file, then a.txt and b.json, which a cluster file may name as its fabric and its node.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "core/assert.h"
#include "hw/load_cluster.h"
#include "tests/fuzz/parts.h"
#include "tests/fuzz/shown.h"
#include "tests/support/fake_files.h"

using namespace treering;

namespace {

std::map<std::string, std::string> files_of(const std::vector<std::string>& parts) {
  std::map<std::string, std::string> files{{"f", parts[0]}};
  if (parts.size() > 1) files["a.txt"] = parts[1];
  if (parts.size() > 2) files["b.json"] = parts[2];
  return files;
}

void check_notes(const treering::hw::formats::LoadedCluster& loaded) {
  for (const treering::core::Diagnostic& note : loaded.notes)
    treering::fuzz::check_shown_in_line(note.message());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto parts = treering::fuzz::parts_of({reinterpret_cast<const char*>(data), size});
  const auto loaded =
      treering::hw::load_cluster("f", treering::support::FakeFiles(files_of(parts)));
  if (!loaded) {
    TREERING_ASSERT(!loaded.error().message().empty(), "an error says something");
    treering::fuzz::check_shown_in_line(loaded.error().message());
    return 0;
  }
  check_notes(*loaded);
  const auto json = treering::hw::render_cluster(loaded->cluster, "json");
  TREERING_ASSERT(json, "every cluster can be written as JSON");
  treering::fuzz::check_shown(*json);
  const auto again = treering::hw::load_cluster("g", treering::support::FakeFiles({{"g", *json}}));
  TREERING_ASSERT(again && again->cluster == loaded->cluster,
                  "a cluster survives being written and read");
  return 0;
}
