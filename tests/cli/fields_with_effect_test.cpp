// No field of a topology is accepted and without effect: each changes a time, a choice or a
// connection in some answer, or stands on the list of `treering list fields`. The reader's own
// lists of fields, which it prints where one is unknown, say which there are.
#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/setup/fields.h"
#include "tests/cli/figures.h"
#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace fields_with_effect_test {

using nlohmann::ordered_json;
using ::testing::HasSubstr;

const std::string kNodes = "predict {} --nodes 2 -b 1G -e 1G -c all";
const std::string kNode = "predict {} -b 1G -e 1G -c all";
const std::string kGraphs = "show {} --nodes 2 --graphs --connections";

/// A field of one kind of device or link, and a value that changes an answer where all have it.
struct Effect {
  std::string place;  // "devices/arch", as in `treering list fields`
  std::string kind;
  ordered_json value;             // of all such, or of the first
  std::string question = kNodes;  // "{}" is the file
  std::string machine = "dgx-h100";
};

// A PCIe machine with Intel's CPUs in place of its own.
const std::string kIntel = "intel";

const std::vector<Effect>& effects() {
  static const std::vector<Effect> kEffects{
      {"devices/host", "cpu", 1},
      {"devices/arch", "cpu", "ppc64"},
      {"devices/vendor", "cpu", "CentaurHauls", kNode, "pcie-8-nvbridge"},
      {"devices/family", "cpu", 15, kNode, kIntel},
      {"devices/model", "cpu", 70, kNode, kIntel},
      {"devices/index", "gpu", 42, kGraphs + " --gpus-per-node 1"},
      {"devices/compute_capability", "gpu", 80},
      {"devices/gpu_direct_rdma", "gpu", false},
      {"devices/gpu_direct_rdma", "nic_port", false},
      {"devices/speed_mbps", "nic_port", 100000},
      {"devices/port", "nic_port", 2,
       "predict {} --nodes 2 -b 1G -e 1G --env NCCL_IB_HCA=mlx5_0:2,mlx5_3:1"},
      {"devices/guid", "nic_port", "0x1"},
      {"devices/latency_us", "nic_port", 50, kGraphs},
      {"devices/pci/class", "nic", "0x028000", kNodes, "oci-h100"},
      {"devices/pci/vendor", "gpu", "0x1234"},
      {"devices/pci/device", "gpu", "0x1234"},
      {"devices/pci/subsystem_vendor", "pci_switch", "0x1234", kGraphs, "oci-h100"},
      {"devices/pci/subsystem_device", "pci_switch", "0x1234", kGraphs, "oci-h100"},
      {"devices/pci/link_speed", "gpu", "2.5 GT/s PCIe", kGraphs},
      {"devices/pci/link_width", "nic", 1, kGraphs},
      {"links/count", "nvlink", 1},
      {"links/gb_per_s", "nvlink", 20},
      {"links/gb_per_s", "pcie", 1},
      {"links/oneway", "nvlink", true},
  };
  return kEffects;
}

/// Fields that say which device or link is meant: an answer is about another machine with them.
bool is_structure(std::string_view place) {
  constexpr std::array<std::string_view, 10> kStructure{"schema",
                                                        "devices",
                                                        "links",
                                                        "devices/name",
                                                        "devices/kind",
                                                        "devices/nic",
                                                        "devices/pci/bus_id",
                                                        "links/kind",
                                                        "links/from",
                                                        "links/to"};
  return place == "devices/pci" || std::ranges::find(kStructure, place) != kStructure.end();
}

bool is_listed(std::string_view place) {
  const auto fields = app::setup::fields_without_effect();
  return std::ranges::find(fields, place, &app::setup::Field::place) != fields.end();
}

/// A built-in machine as JSON.
ordered_json topology(const std::string& name) {
  const bool is_intel = name == kIntel;
  ordered_json machine = ordered_json::parse(
      run("convert " + (is_intel ? "pcie-8-nvbridge" : name) + " - --to json").out);
  for (ordered_json& device : machine["devices"]) {
    if (!is_intel || device["kind"] != "cpu") continue;
    device["arch"] = "x86_64";
    device["vendor"] = "GenuineIntel";
    device["family"] = 6;
    device["model"] = 143;
  }
  return machine;
}

/// Which device is which: all with the same would be another machine, or none.
bool is_of_one(std::string_view field) {
  return field == "index" || field == "host" || field == "port";
}

/// "devices/pci/class": the field of all such devices.
void set(ordered_json& machine, const Effect& effect) {
  const std::size_t last = effect.place.rfind('/');
  const bool is_pci = effect.place.find("/pci/") != std::string::npos;
  const std::string field = effect.place.substr(last + 1);
  for (ordered_json& one : machine[effect.place.substr(0, effect.place.find('/'))]) {
    if (one["kind"] != effect.kind || (is_pci && !one.contains("pci"))) continue;
    (is_pci ? one["pci"] : one)[field] = effect.value;
    if (is_of_one(field)) return;
  }
}

class FieldsWithEffect : public ::testing::Test {
 protected:
  Outcome ask(const ordered_json& machine, const std::string& question) const {
    const std::string file = folder_.path() + "/machine.json";
    std::ofstream(file) << machine.dump();
    return run_on(question, file);
  }

  /// The fields of the object at `pointer`, by the message on an unknown one.
  std::vector<std::string> fields_at(ordered_json machine, const std::string& pointer) const {
    machine[ordered_json::json_pointer(pointer + "/zzzzzz")] = 1;
    return expected_in(ask(machine, "show {}").err);
  }

 private:
  support::TemporaryFolder folder_;
};

TEST_F(FieldsWithEffect, EachHasAQuestionOrIsListed) {
  ordered_json machine = topology("dgx-h100");
  machine["devices"].push_back({{"name", "fabric"}, {"kind", "network_switch"}});
  std::vector<std::pair<std::string, std::string>> objects{{"", ""}, {"/links/0", "links/"}};
  for (std::size_t i = 0; i < machine["devices"].size(); ++i) {
    objects.emplace_back(fmt::format("/devices/{}", i), "devices/");
    if (!machine["devices"][i].contains("pci")) continue;
    objects.emplace_back(fmt::format("/devices/{}/pci", i), "devices/pci/");
  }
  for (const auto& [pointer, prefix] : objects) {
    const auto fields = fields_at(machine, pointer);
    EXPECT_GE(fields.size(), 4U) << pointer;
    for (const std::string& field : fields) {
      const std::string place = prefix + field;
      const bool has_effect =
          std::ranges::find(effects(), place, &Effect::place) != effects().end();
      EXPECT_TRUE(has_effect || is_structure(place) || is_listed(place)) << place;
    }
  }
}

TEST_F(FieldsWithEffect, EachChangesItsAnswer) {
  for (const Effect& effect : effects()) {
    SCOPED_TRACE(effect.place);
    const bool is_json = !effect.question.empty();
    const std::string question = effect.question + (is_json ? " --format json" : "");
    ordered_json machine = topology(effect.machine);
    const Outcome without = ask(machine, question);
    set(machine, effect);
    const Outcome with = ask(machine, question);
    EXPECT_LE(without.exit_code, 1) << without.err;
    EXPECT_LE(with.exit_code, 1) << with.err;
    EXPECT_NE(figures_in(without.out), figures_in(with.out));
  }
}

/// One that nothing goes by, although one may expect a time.
struct Named {
  Effect effect;
  std::string note;
};

// NCCL's plan goes by one, times by the other.
TEST_F(FieldsWithEffect, RatesThatContradictEachOtherAreNamed) {
  ordered_json machine = topology("dgx-h100");
  set(machine, {"links/gb_per_s", "pcie", 1});
  EXPECT_THAT(ask(machine, kNodes).out, HasSubstr("gb_per_s is not the rate of link_speed"));
}

TEST_F(FieldsWithEffect, WhatNothingGoesByIsNamed) {
  const std::vector<Named> cases{
      {{"links/latency_us", "nvlink", 2}, "latency_us of links: not modelled"},
      {{"devices/max_connections", "nic_port", 1}, "max_connections of ports: not modelled"},
      {{"devices/in_network_reduction", "nic_port", true}, "in_network_reduction of ports"},
  };
  for (const Named& one : cases) {
    SCOPED_TRACE(one.effect.place);
    ordered_json machine = topology("dgx-h100");
    const Outcome without = ask(machine, kNodes + " --format json");
    set(machine, one.effect);
    const Outcome with = ask(machine, kNodes + " --format json");
    EXPECT_EQ(figures_in(without.out), figures_in(with.out));
    EXPECT_THAT(ordered_json::parse(with.out)["notes"].dump(), HasSubstr(one.note));
    EXPECT_EQ(ordered_json::parse(without.out)["notes"], ordered_json::array());
  }
  ordered_json machine = topology("dgx-h100");
  machine["devices"].push_back({{"name", "fabric"}, {"kind", "network_switch"}, {"ports", 32}});
  EXPECT_THAT(ask(machine, kNodes).out, HasSubstr("# note:     devices of kind network_switch"));
}

// The built-in machines say nothing that has no effect.
TEST(FieldNotes, BuiltInMachinesHaveNone) {
  const auto list = ordered_json::parse(run("list topologies --format json").out);
  for (const auto& machine : list["topologies"]) {
    const std::string name = machine["name"].get<std::string>();
    // Where a field has no effect, the note names it; that of cards without peers names none.
    for (const auto& note :
         ordered_json::parse(run("show " + name + " --format json").out)["notes"]) {
      EXPECT_THAT(note.get<std::string>(), HasSubstr("do not reach each other's memory")) << name;
    }
  }
}

}  // namespace fields_with_effect_test
}  // namespace treering::cli
