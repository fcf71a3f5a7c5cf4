// Names that nvidia-smi's table cuts, beside texts that have them whole.
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/topology.h"
#include "hw/formats/format.h"
#include "hw/formats/nvidia_smi/text.h"

namespace treering::hw::formats::nvidia_smi {
namespace whole_names_test {

using ::testing::HasSubstr;

/// Rows of nvidia-smi's table with two GPUs.
std::string table_of(const std::string& first, const std::string& second) {
  const auto row = [](int gpu, const std::string& name) {
    return fmt::format("|   {0}  {1:22} Off  | 00000000:{0}8:00.0 Off |                  N/A |\n",
                       gpu, name);
  };
  return row(0, first) + row(1, second);
}

std::string query_of(const std::string& bus, const std::string& name) {
  return fmt::format("GPU 00000000:{}:00.0\n    Product Name                          : {}\n", bus,
                     name);
}

LoadedCluster read(const std::string& text) {
  auto loaded = read_smi_text(text, "t.txt");
  EXPECT_TRUE(loaded.has_value()) << loaded.error().message();
  return loaded ? *std::move(loaded) : LoadedCluster{};
}

std::string name_of(const std::string& text) {
  return std::string(read(text).cluster.node.name());
}

const std::string kCut = table_of("NVIDIA GeForce ...", "NVIDIA GeForce ...");

TEST(SmiWholeNames, OfTheQueryByBusId) {
  EXPECT_EQ(name_of(kCut + query_of("08", "NVIDIA GeForce RTX 3090") +
                    query_of("18", "NVIDIA GeForce RTX 3080")),
            "1 x NVIDIA GeForce RTX 3090 and 1 x NVIDIA GeForce RTX 3080");
}

TEST(SmiWholeNames, OfListsOfDevices) {
  for (const char* list : {
           "#  Rank  0 Group  0 Pid  41 on host0 device  0 [0x08] NVIDIA GeForce RTX 3090\n",
           "Device: 0, NVIDIA GeForce RTX 3090, pciBusID: 8, pciDeviceID: 0, pciDomainID:0\n",
           "Device 0: NVIDIA GeForce RTX 3090 (00000000:08:00)\n",
           "Device 0: \"NVIDIA GeForce RTX 3090\"\n",
           " GPU index 0 NVIDIA GeForce RTX 3090 bar:1 bar size (MiB):256 supports GDS\n",
       }) {
    EXPECT_EQ(name_of(kCut + list), "2 x NVIDIA GeForce RTX 3090") << list;
  }
}

TEST(SmiWholeNames, NotOfAnotherModel) {
  EXPECT_EQ(name_of(table_of("NVIDIA RTX 6000 Ada Gene...", "NVIDIA RTX 6000 Ada Gene...") +
                    "Device 0: NVIDIA GeForce RTX 3090\n"),
            "2 x NVIDIA RTX 6000 Ada Gene...");
}

// Two names begin so, and the lists number GPUs otherwise than nvidia-smi.
TEST(SmiWholeNames, OpenWhereSeveralFit) {
  const LoadedCluster loaded =
      read(kCut + "Device 0: NVIDIA GeForce RTX 3090\nDevice 1: NVIDIA GeForce RTX 3080\n");
  EXPECT_EQ(loaded.cluster.node.name(), "2 x NVIDIA GeForce ...");
  std::string notes;
  for (const core::Diagnostic& note : loaded.notes) notes += note.message() + "\n";
  EXPECT_THAT(notes, HasSubstr("nvidia-smi's table cuts the name 'NVIDIA GeForce ...', and several "
                               "models are named so"));
}

}  // namespace whole_names_test
}  // namespace treering::hw::formats::nvidia_smi
