// Texts that are no topology: what they are, and where they can be given instead.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/load_cluster.h"
#include "tests/support/fake_files.h"

namespace treering::hw {
namespace load_cluster_refusals_test {

/// Of a file with this text.
std::string message_for(const std::string& text) {
  const auto loaded = load_cluster("f", support::FakeFiles({{"f", text}}));
  return loaded ? "no error" : loaded.error().message();
}

constexpr const char* kReadFormats =
    ", expected a machine (a log of NCCL, nvidia-smi topo -m, an XML or JSON topology), a fabric, "
    "results of nccl-tests, a host's texts (nvidia-smi -q, ibstat, lspci, dmesg) or the errors of "
    "a "
    "run; treering list formats names all";

TEST(LoadClusterRefuses, WhatIsNoMachine) {
  EXPECT_EQ(message_for("<graphs version=\"1\"></graphs>"),
            "f: NCCL graph XML, expected a topology; it holds rings and trees, not a machine");
  EXPECT_EQ(message_for("<nvidia_smi_log></nvidia_smi_log>"),
            "f: no GPU in a text of nvidia-smi, expected lines like 'GPU 0: NVIDIA H100 80GB HBM3 "
            "(UUID: ...)'");
  EXPECT_EQ(message_for("CA 'mlx5_0'\n"),
            "f: ibstat text, expected a topology; it says how a host is, not what it is made of: "
            "treering doctor FILE looks at it, alone or behind nvidia-smi topo -m in one file");
  EXPECT_EQ(message_for("#\n# Topology file: generated on Mon\n#\nvendid=0x2c9\n"),
            "f: ibnetdiscover text, expected a topology; it holds a fabric: treering show "
            "describes it, a cluster file takes it as fabric: {file: ...}");
}

constexpr const char* kUseOfMeasurements =
    ", expected a topology; treering check FILE ⟨topology⟩ MACHINE lays it beside a prediction, "
    "treering import reads it";

TEST(LoadClusterRefuses, MeasurementsWithTheirUse) {
  const std::string log = std::string(
                              "f: output of nccl-tests without one model of GPU in its list "
                              "of devices") +
                          kUseOfMeasurements;
  EXPECT_EQ(message_for("# nThread 1 nGpus 8 minBytes 8 maxBytes 128\n"), log);
  EXPECT_EQ(message_for("mpirun says hello\n# size count type time algbw busbw error\n"), log);
  EXPECT_EQ(message_for("{\"version\": 3, \"nccl_version\": 22809, \"config\": {\"ngpus\": 2}}"),
            log);
  const std::string line = R"({"schema": "treering.measurement/1", "runner": "mpi"})";
  EXPECT_EQ(message_for(line + "\n" + line + "\n"),
            std::string("f: results of treering measure") + kUseOfMeasurements);
  const std::string csv = std::string("f: CSV of measurements") + kUseOfMeasurements;
  EXPECT_EQ(message_for("id,collective,size_bytes,time_us_oop\r\na,all_reduce,8,1.5\r\n"), csv);
  EXPECT_EQ(message_for("Collective,size_bytes\n"), csv);
}

TEST(LoadClusterRefuses, ArchivesAndPicturesWithWhatToGiveInstead) {
  using ::testing::HasSubstr;
  EXPECT_THAT(message_for(std::string("\x1f\x8b\x08\0\0", 5)), HasSubstr("f: a gzip archive"));
  EXPECT_THAT(message_for(std::string("PK\x03\x04\0", 5)), HasSubstr("f: a zip archive"));
  const std::string tar = std::string(257, 'n') + std::string(
                                                      "ustar\0"
                                                      "00",
                                                      8);
  EXPECT_THAT(message_for(tar), HasSubstr("f: a tar archive, expected a text; unpack it"));
  EXPECT_THAT(message_for(tar), HasSubstr("--of xml"));
  EXPECT_THAT(message_for("\x89PNG\r\n"), HasSubstr("f: a picture (PNG)"));
  const char* const picture =
      "Machine (251GB total)\n  Package L#0\n    NUMANode L#0 (P#0 125GB)\n";
  EXPECT_THAT(message_for(picture), HasSubstr("give lstopo --of xml FILE.xml"));
  EXPECT_THAT(message_for("<svg xmlns='x'/>"), HasSubstr("lstopo --of xml"));
}

TEST(LoadClusterRefuses, OtherCsvAsUnknown) {
  for (const char* const text : {"collective,bytes,time_us\n", "id,cluster,topology\n"}) {
    EXPECT_THAT(message_for(text), ::testing::HasSubstr("an unknown format")) << text;
  }
}

TEST(LoadClusterRefuses, WhatItDoesNotKnow) {
  const std::string end = kReadFormats;
  EXPECT_EQ(message_for("hello\nworld\n"), "f: an unknown format: 'hello'" + end);
  EXPECT_EQ(message_for(""), "f: an empty file" + end);
  EXPECT_EQ(message_for(" \n\t"), "f: nothing but space" + end);
  EXPECT_EQ(message_for(std::string("\x7f"
                                    "ELF\0\0",
                                    6)),
            "f:1:5: a NUL byte, expected text; is this the right file?");
  EXPECT_EQ(message_for(std::string("{\n\0\"name\"}", 10)),
            "f:2:1: a NUL byte, expected text; is this the right file?");
  // What another program's JSON holds of a text, and UTF-16, are read.
  EXPECT_EQ(message_for(R"({"topo": "hello\nworld\n"})"), "f: an unknown format: 'topo'" + end);
  EXPECT_EQ(message_for(std::string("\xff\xfen\0o\0", 6)), "f: an unknown format: 'no'" + end);
  EXPECT_EQ(message_for("{\"schema\": \"treering.show/1\"}"),
            "f:1: /schema: 'treering.show/1', expected 'treering.topology/1' or "
            "'treering.cluster/1'");
}

}  // namespace load_cluster_refusals_test
}  // namespace treering::hw
