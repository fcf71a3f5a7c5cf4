// Topologies from files, and convert: what is written is read again and answers the same.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/run.h"
#include "tests/support/processor_time.h"
#include "tests/support/sanitized.h"
#include "tests/support/standard_input.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace files_test {

using ::testing::HasSubstr;

class Files : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string text_of(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

 private:
  support::TemporaryFolder kept_;
  std::filesystem::path folder_ = kept_.path();
};

/// NCCL's price of every candidate. Wire rates are no part of it: NCCL XML does not hold them.
std::string figures(const std::string& topology) {
  std::string all;
  for (const std::string size : {"8", "1M", "1G"}) {
    all += run("explain " + topology + " --nodes 2 -b " + size + " --format csv").out;
  }
  return all;
}

TEST_F(Files, ConvertedMachinesAnswerTheSame) {
  for (const std::string ending : {"xml", "json"}) {
    const std::string file = path("machine." + ending);
    const Outcome converted = run("convert dgx-a100 " + file);
    EXPECT_EQ(converted.exit_code, 0) << converted.err;
    EXPECT_EQ(converted.out, "");
    EXPECT_EQ(figures(file), figures("dgx-a100")) << ending;
  }
}

// A cluster file keeps the machine and names the adapters; elsewhere the others are gone.
TEST_F(Files, ConvertKeepsTheAdaptersThatAreNamed) {
  for (const std::string ending : {"yaml", "xml", "json"}) {
    const std::string file = path("two." + ending);
    const Outcome converted = run("convert dgx-a100 " + file + " --nics 2");
    EXPECT_EQ(converted.exit_code, 0) << converted.err;
    EXPECT_EQ(figures(file), figures("dgx-a100 --nics 2")) << ending;
  }
  EXPECT_NE(figures("dgx-a100"), figures("dgx-a100 --nics 2"));
  EXPECT_THAT(text_of(path("two.yaml")), HasSubstr("nics: \"2\""));
  EXPECT_EQ(run("convert dgx-a100 - --nics nothing").exit_code, 2);
  // What a file asks for and the machine does not have is no fault of an option.
  std::ofstream(path("bad.yaml")) << "node: dgx-a100\nnics: nothing\n";
  EXPECT_EQ(run("predict " + path("bad.yaml")).exit_code, 3);
}

TEST_F(Files, ADashIsStandardOutput) {
  EXPECT_THAT(run("convert pcie-4 - --to nccl-xml").out, HasSubstr("<system version=\"1\""));
  EXPECT_THAT(run("convert pcie-4 -").out, HasSubstr("\"schema\""));
}

TEST_F(Files, ADashIsStandardInput) {
  const std::string cluster = "node: pcie-4\ncount: 2\n";
  {
    const support::StandardInput input(support::pipe_with(cluster));
    EXPECT_THAT(run("predict - -b 1M -e 1M").out, HasSubstr("2 nodes x 4 GPUs = 8 ranks"));
  }
  {
    // Read as a machine first, then as a fabric.
    const support::StandardInput input(
        support::pipe_with("BlockName=a Nodes=n[1-18]\nBlockName=b Nodes=n[19-36]\n"));
    EXPECT_THAT(run("show -").out, HasSubstr("2 blocks with 36 hosts"));
  }
}

TEST_F(Files, AnUnknownEndingIsRefused) {
  const Outcome outcome = run("convert pcie-4 " + path("machine.foo"));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(path("machine.foo")));
}

TEST_F(Files, ClusterFilesBringTheirNodes) {
  std::ofstream(path("cluster.yaml")) << "node: dgx-h100\ncount: 4\n"
                                         "fabric: {kind: rail_optimised, nodes_per_leaf: 32}\n";
  const Outcome outcome = run("predict " + path("cluster.yaml") + " -b 8 -e 8");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr(" 4 nodes x 8 GPUs"));
}

TEST_F(Files, TheFabricOfAClusterFileIsInJson) {
  std::ofstream(path("cluster.yaml"))
      << "node: pcie-4\ncount: 8\nfabric: {kind: fat_tree, oversubscription: 2, nodes_per_leaf: 4, "
         "hop_latency_us: 0.3, source: site plan}\n";
  const Outcome json = run("show " + path("cluster.yaml") + " --format json");
  EXPECT_THAT(json.out, HasSubstr(R"("fabric": {"kind":"fat_tree","link":"infiniband",)"));
  EXPECT_THAT(run("show pcie-4 --format json").out, HasSubstr(R"("fabric": null)"));
}

TEST_F(Files, NodesAreShownWithoutAFabricToo) {
  EXPECT_THAT(run("show pcie-4 --nodes 4").out, HasSubstr("4 such nodes"));
  EXPECT_THAT(run("show pcie-4").out, ::testing::Not(HasSubstr("such node")));
}

TEST_F(Files, RemarksAboutAFileStandInTheAnswer) {
  // NCCL passes over elements that it does not know; so do we, and say it.
  std::ofstream(path("small.xml"))
      << "<system version=\"1\"><cpu numaid=\"0\" arch=\"x86_64\" vendor=\"AuthenticAMD\" "
         "familyid=\"175\" modelid=\"1\"><pci busid=\"0000:01:00.0\" class=\"0x030200\" "
         "link_speed=\"16.0 GT/s PCIe\"><gpu dev=\"0\" sm=\"80\" rank=\"0\" gdr=\"1\"/></pci>"
         "</cpu><cooling fans=\"2\"/></system>\n";
  const Outcome outcome = run("show " + path("small.xml"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("# note:     "));
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(run("show " + path("small.xml") + " --quiet").err, HasSubstr("note: "));
}

// Looking each source up among all before took 8 s.
TEST_F(Files, ManySourcesAreShownInTime) {
  const std::string file = path("sources.json");
  std::ofstream out(file);
  out << R"({"schema": "treering.topology/1", "name": "s", "devices": [)"
      << R"({"name": "a", "kind": "nvswitch"}, {"name": "b", "kind": "nvswitch"}], "links": [)";
  for (int i = 0; i < 20'000; ++i) {
    out << (i == 0 ? "" : ",\n") << R"({"kind": "nvlink", "from": 0, "to": 1, "gb_per_s": 1, )"
        << R"("origin": {"kind": "file", "source": "page )" << i << "\"}}";
  }
  out << "]}";
  out.close();
  const double seconds =
      test::processor_seconds([&] { EXPECT_THAT(run("show " + file).out, HasSubstr("[20000]")); });
  EXPECT_LT(seconds, test::kIsSanitized ? 20 : 2);
}

TEST_F(Files, ErrorsNameTheFile) {
  std::ofstream(path("cut.xml")) << "<system version=\"1\"><cpu numaid=\"0\"";
  const Outcome outcome = run("show " + path("cut.xml"));
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("cut.xml"));
  EXPECT_EQ(run("show " + path("absent.xml")).exit_code, 3);
}

TEST_F(Files, WhatCompletionOffersForConvertIsTaken) {
  const std::string script = run("completion bash").out;
  for (const std::string format : {"json", "nccl-xml"}) {
    EXPECT_THAT(script, HasSubstr(format));
    EXPECT_EQ(run("convert pcie-4 " + path("x." + format) + " --to " + format).exit_code, 0);
  }
  EXPECT_THAT(script, ::testing::Not(HasSubstr("json xml")));
}

}  // namespace files_test
}  // namespace treering::cli
