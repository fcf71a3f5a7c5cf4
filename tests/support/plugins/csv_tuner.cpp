// A tuner plugin that answers from a CSV file as NVIDIA's example plugin documents, by the reader
// that our exporter is tested with (tests/support/example_plugin.h). The real library loads it, so
// that it can be seen what NCCL makes of the file.
//
//   NCCL_TUNER_PLUGIN=<this library>   NCCL_TUNER_CONFIG_FILE=<the CSV>
//
// The interface is version 4 of NCCL's tuner plugins (NVIDIA/nccl v2.28.9-1,
// src/include/plugin/tuner/tuner_v4.h), which 2.28 takes where a plugin has no version 5.
#include <array>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/call.h"
#include "sim/nccl/types.h"
#include "tests/support/example_plugin.h"
#include "tuner/exporters/plugin_csv.h"

namespace {

using treering::core::Collective;
using treering::tuner::exporters::PluginRow;
namespace nccl = treering::sim::nccl;
namespace tuner = treering::tuner;

constexpr int kSuccess = 0;
constexpr float kRuledOut = -1;  // NCCL_ALGO_PROTO_IGNORE

// ncclFunc_t, src/include/nccl_common.h.
constexpr std::array kFunctions{Collective::Broadcast, Collective::Reduce, Collective::AllGather,
                                Collective::ReduceScatter, Collective::AllReduce};

/// What one communicator needs to answer.
struct Context {
  std::vector<PluginRow> rows;
  int ranks = 1;
  int nodes = 1;
};

std::string text_of(const char* path) {
  std::ifstream file(path == nullptr ? "nccl_tuner.conf" : path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The place of a row's pair in a table of algorithms x protocols; -1 when there is none.
std::ptrdiff_t cell_of(const PluginRow& row, int algorithms, int protocols) {
  for (int a = 0; a < algorithms && a < treering::sim::nccl::kAlgorithms; ++a) {
    const auto algorithm = name_of(static_cast<treering::sim::nccl::Algorithm>(a));
    if (row.way.algorithm != treering::tuner::exporters::plugin_name_of_algorithm(algorithm))
      continue;
    for (int p = 0; p < protocols && p < treering::sim::nccl::kProtocols; ++p) {
      const auto protocol = name_of(static_cast<treering::sim::nccl::Protocol>(p));
      if (row.way.protocol == treering::tuner::exporters::plugin_name_of_protocol(protocol))
        return a * protocols + p;
    }
  }
  return -1;
}

int init(std::size_t ranks, std::size_t nodes, void (* /*log*/)(), void** context) {
  *context =
      new Context{treering::testing::load_as_plugin(text_of(std::getenv("NCCL_TUNER_CONFIG_FILE"))),
                  static_cast<int>(ranks), static_cast<int>(nodes)};
  return kSuccess;
}

int get_coll_info(void* context, int function, std::size_t bytes, int pipe_ops, float** costs,
                  int algorithms, int protocols, int registered, int* channels) {
  const auto& known = *static_cast<const Context*>(context);
  if (function < 0 || static_cast<std::size_t>(function) >= kFunctions.size()) return kSuccess;
  const auto collective = kFunctions.at(static_cast<std::size_t>(function));
  // NCCL hands over a plain table behind a pointer of another type.
  auto* const table = reinterpret_cast<float*>(costs);
  const auto answer = treering::testing::answer_as_plugin(
      known.rows,
      {treering::tuner::exporters::plugin_name(collective), bytes, known.nodes, known.ranks,
       pipe_ops, registered},
      [&](const PluginRow& row) {
        const std::ptrdiff_t cell = cell_of(row, algorithms, protocols);
        return cell < 0 || table[cell] == kRuledOut;
      });
  if (answer.row != nullptr) table[cell_of(*answer.row, algorithms, protocols)] = 0;
  *channels = answer.channels;
  return kSuccess;
}

int destroy(void* context) {
  delete static_cast<Context*>(context);
  return kSuccess;
}

/// ncclTuner_v4_t
struct TunerPlugin {
  const char* name;
  int (*init)(std::size_t, std::size_t, void (*)(), void**);
  int (*get_coll_info)(void*, int, std::size_t, int, float**, int, int, int, int*);
  int (*destroy)(void*);
};

}  // namespace

extern "C" {
extern const TunerPlugin ncclTunerPlugin_v4;
const TunerPlugin ncclTunerPlugin_v4{"treering's reader of tuner CSVs", init, get_coll_info,
                                     destroy};
}
