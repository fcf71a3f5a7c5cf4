// Every export with texts of any content and length: to the program that reads it, it says the same
// as with texts of one letter, by the grammar of that program. The input has parts with lines "%%"
// between, one for each text: of names, versions, evidence.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/assert.h"
#include "sim/libraries/library.h"
#include "tests/fuzz/parts.h"
#include "tests/fuzz/shown.h"
#include "tests/support/example_plugin.h"
#include "tests/support/fake_alternatives.h"
#include "tests/support/setting_readers.h"
#include "tuner/exporters/exporter.h"
#include "tuner/exporters/host_exporter.h"
#include "tuner/exporters/plugin_csv.h"

using namespace treering;

namespace {

using Texts = std::vector<std::string>;
using tuner::advice::HostRecommendation;
using tuner::advice::Recommendation;

/// The texts one after the other, from the first again after the last.
class Taken {
 public:
  explicit Taken(const Texts& texts) : texts_(texts) {}
  std::string next() { return texts_[count_++ % texts_.size()]; }

 private:
  const Texts& texts_;
  std::size_t count_ = 0;
};

/// NCCL overrates Tree, so that every form has something to say.
const std::vector<tuner::advice::CollectiveAdvice>& advice() {
  static const auto kAdvice = [] {
    const std::vector<core::Collective> all{core::Collective::AllReduce};
    const auto wrong = testing::fake_alternatives(
        {{"Tree", "LL", 10, 1e6, 40, 1e6}, {"Ring", "Simple", 20, 1e6, 20, 1e6}});
    tuner::advice::Question question{all, all, {16, 32}, {}};
    question.others = {wrong};
    return tuner::advice::advise(wrong, question);
  }();
  return kAdvice;
}

Recommendation recommendation_with(const Texts& texts) {
  Taken taken(texts);
  Recommendation result;
  result.nodes = 4;
  result.ranks = 32;
  result.sizes = {16, 32};
  result.collectives = advice();
  for (std::string* const text :
       {&result.topology, &result.fingerprint, &result.nccl_version, &result.evidence, &result.type,
        &result.op, &result.candidates, &result.failed_search}) {
    *text = taken.next();
  }
  result.others = {{taken.next(), 1, 8}};
  return result;
}

HostRecommendation hosts_with(const Texts& texts) {
  Taken taken(texts);
  HostRecommendation result{sim::libraries::Library::OpenMpi, 4, taken.next(), taken.next(), {}};
  for (const auto collective : {core::Collective::AllReduce, core::Collective::AllToAll}) {
    result.collectives.push_back(
        {collective,
         {{1024, 4095, "ring", 1.5, 0.99}, {4096, 1048576, taken.next(), 1.3, 0.96}},
         ""});
  }
  // A single range is what an algorithm for all sizes needs.
  result.collectives.push_back({core::Collective::Broadcast, {{1, 2, "binomial", 2, 0.99}}, ""});
  return result;
}

/// \pre both texts are of one exporter
void check_same(std::string_view name, const std::string& text, const std::string& plain) {
  fuzz::check_shown(text);
  if (name == "tuner-csv") {
    for (std::size_t end = text.find('\n'), begin = 0; end != std::string::npos;
         begin = end + 1, end = text.find('\n', begin)) {
      TREERING_ASSERT(end - begin <= tuner::exporters::kMostLineBytes, "a line fits the plugin");
    }
    TREERING_ASSERT(testing::load_as_plugin(text) == testing::load_as_plugin(plain),
                    "the plugin reads the same rows");
  } else if (name == "nccl.conf") {
    TREERING_ASSERT(testing::read_as_nccl_conf(text) == testing::read_as_nccl_conf(plain),
                    "NCCL reads the same settings");
  } else if (name == "openmpi-rules") {
    TREERING_ASSERT(testing::read_as_open_mpi_rules(text) == testing::read_as_open_mpi_rules(plain),
                    "Open MPI reads the same rules");
  } else {
    TREERING_ASSERT(testing::read_as_shell(text) == testing::read_as_shell(plain),
                    "a shell reads the same variables");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Texts texts = fuzz::parts_of({reinterpret_cast<const char*>(data), size});
  const Texts plain{"x"};
  for (const auto& exporter : tuner::exporters::all_exporters()) {
    const auto written = exporter.write(recommendation_with(texts));
    TREERING_ASSERT(written.why_not.empty(), "there is something to say");
    check_same(exporter.name, written.text, exporter.write(recommendation_with(plain)).text);
  }
  for (const auto& exporter : tuner::exporters::all_host_exporters()) {
    const auto written = exporter.write(hosts_with(texts));
    TREERING_ASSERT(written.why_not.empty(), "there is something to say");
    check_same(exporter.name, written.text, exporter.write(hosts_with(plain)).text);
  }
  return 0;
}
