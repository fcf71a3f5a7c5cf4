#include "hw/load_cluster.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/reading.h"
#include "core/topology/json.h"
#include "hw/builtin.h"
#include "hw/formats/cluster/json.h"
#include "tests/support/fake_files.h"
#include "tests/support/temporary_folder.h"

namespace treering::hw {
namespace load_cluster_test {

using core::FabricKind;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string builtins() {
  return fmt::format("{}", fmt::join(builtin_names(), ", "));
}

core::Topology builtin(std::string_view name) {
  return load_builtin(name).value_or(core::Topology());
}

formats::LoadedCluster load(const std::string& name,
                            std::map<std::string, std::string> texts = {}) {
  const auto loaded = load_cluster(name, support::FakeFiles(std::move(texts)));
  EXPECT_TRUE(loaded) << loaded.error().message();
  return loaded.value_or(formats::LoadedCluster());
}

core::Error error_of(const std::string& name, std::map<std::string, std::string> texts = {}) {
  const auto loaded = load_cluster(name, support::FakeFiles(std::move(texts)));
  return loaded ? core::Error() : loaded.error();
}

/// Of a file with this text.
std::string message_for(const std::string& text, const std::string& path = "f") {
  return error_of(path, {{path, text}}).message();
}

TEST(LoadCluster, TakesBuiltInNamesFirst) {
  const formats::LoadedCluster loaded = load("DGX-H100", {{"DGX-H100", "not read"}});
  EXPECT_EQ(loaded.cluster, (core::Cluster{builtin("dgx-h100"), 1, {}}));
  EXPECT_EQ(loaded.format, "built-in");
  EXPECT_TRUE(loaded.notes.empty());
}

TEST(LoadCluster, SuggestsWhatWasMeant) {
  const core::Error error = error_of("dgx-h10");
  EXPECT_EQ(error.category, core::Category::BadInput);
  EXPECT_EQ(error.message(), "topology 'dgx-h10': neither built in nor a file, built in are " +
                                 builtins() + "; did you mean 'dgx-h100'");
  EXPECT_EQ(error_of("a/b.xml").category, core::Category::BadInput);
  EXPECT_EQ(error_of("a/b.xml").message(),
            "a/b.xml: file not found, expected a file or a built-in topology");
}

TEST(LoadCluster, ReadsOurJson) {
  const core::Topology summit = builtin("summit");
  const formats::LoadedCluster loaded = load("s", {{"s", core::topology_to_json(summit)}});
  EXPECT_EQ(loaded.cluster, (core::Cluster{summit, 1, {}}));
  EXPECT_EQ(loaded.format, "json");
}

TEST(LoadCluster, ReadsNcclXml) {
  const formats::LoadedCluster loaded =
      load("x", {{"x",
                  "<!-- dumped -->\n<system version=\"1\"><cpu numaid=\"0\"><pci "
                  "busid=\"0000:01:00.0\" class=\"0x030200\" link_speed=\"16.0 GT/s PCIe\" "
                  "link_width=\"16\"><gpu dev=\"0\" sm=\"80\" rank=\"0\" gdr=\"1\"/></pci>"
                  "</cpu></system>"}});
  EXPECT_EQ(loaded.cluster.node.gpu_count(), 1);
  EXPECT_EQ(loaded.format, "nccl-xml");
}

TEST(LoadCluster, ReadsNvidiaSmiText) {
  const formats::LoadedCluster loaded =
      load("t", {{"t",
                  "\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNV12\t0-31\n"
                  "GPU1\tNV12\t X \t0-31\n"}});
  EXPECT_EQ(loaded.cluster.node.gpu_count(), 2);
  EXPECT_EQ(loaded.format, "nvidia-smi-topo");
}

TEST(LoadCluster, ReadsClusterFiles) {
  const formats::LoadedCluster loaded =
      load("pods/four.yaml",
           {{"pods/four.yaml", "node: summit\ncount: 4\nfabric:\n  kind: fat_tree\n"}});
  EXPECT_EQ(loaded.cluster.node, builtin("summit"));
  EXPECT_EQ(loaded.cluster.node_count, 4);
  EXPECT_EQ(loaded.cluster.fabric.kind, FabricKind::FatTree);
  EXPECT_EQ(loaded.format, "yaml");
}

TEST(LoadCluster, SeesNodesFromTheClusterFile) {
  const std::string node = core::topology_to_json(builtin("pcie-4"));
  const formats::LoadedCluster loaded = load(
      "pods/a.yaml", {{"pods/a.yaml", "node: ../nodes/p.json\n"}, {"pods/../nodes/p.json", node}});
  EXPECT_EQ(loaded.cluster.node, builtin("pcie-4"));
}

TEST(LoadCluster, PlacesNodeErrorsInTheClusterFile) {
  EXPECT_EQ(message_for("node: dgx-h10\n", "c.yaml"),
            "c.yaml:1:7: topology 'dgx-h10': neither built in nor a file, built in are " +
                builtins() + "; did you mean 'dgx-h100'");
  EXPECT_EQ(message_for("count: 2\nnode: n.json\n", "p/c.yaml"),
            "p/c.yaml:2:7: p/n.json: file not found, expected a file or a built-in topology");
  EXPECT_EQ(
      error_of("c.yaml", {{"c.yaml", "node: n"}, {"n", "{}"}}).message(),
      "c.yaml:1:7: n:1: a fault in this json file; give that file by itself to see what is wrong");
}

// Who writes a cluster file need not be allowed to read what it names.
TEST(LoadCluster, ErrorsShowNothingOfAFileThatIsReferredTo) {
  const std::string secret = "hunter2";
  const std::vector<std::string> contents{
      "root:" + secret + ":19000::\n",
      "{\"" + secret + "\": 1}",
      "{\"schema\": \"" + secret + "\"}",
      "{\"a\": " + secret,
      "<system " + secret + "=\"1\"><" + secret + "/></system>",
      "node: " + secret + "\n",
      "count: " + secret + "\nnode: x\n",
      "SwitchName=" + secret + " " + secret + "=1\n" + secret + "\n",
      "topology:\n- " + secret + "\n",
      "host:1:1 [0] NCCL INFO " + secret + "\n",
      "\tGPU0\tGPU1\nGPU0\t X \t" + secret + "\n",
      secret + "\xff"};
  for (const std::string yaml : {"node: n", "node: n.json", "node: pcie-4\nfabric: {file: n}",
                                 "node: pcie-4\nfabric: {file: n.json}"}) {
    for (const std::string& content : contents) {
      const std::string message =
          error_of("c.yaml", {{"c.yaml", yaml}, {"n", content}, {"n.json", content}}).message();
      EXPECT_THAT(message, StartsWith("c.yaml:")) << content;
      EXPECT_THAT(message, ::testing::Not(HasSubstr(secret))) << content;
    }
  }
}

// A name that a file system lets a file have.
TEST(LoadCluster, FileNamesBecomePartOfNoText) {
  const std::string name = "a\n\x1b[31m.xml";
  const auto xml = render_cluster({builtin("pcie-4"), 1, {}}, "nccl-xml");
  ASSERT_TRUE(xml);
  const formats::LoadedCluster loaded = load(name, {{name, *xml}});
  const std::string json = core::topology_to_json(loaded.cluster.node, loaded.host);
  EXPECT_THAT(json, ::testing::Not(HasSubstr("\\n")));
  EXPECT_THAT(json, ::testing::Not(HasSubstr("\\u")));
}

TEST(LoadCluster, ClustersDoNotNest) {
  EXPECT_EQ(message_for("node: c.yaml\n", "c.yaml"),
            "c.yaml:1:7: this cluster file itself, expected the file of one machine");
  EXPECT_EQ(
      error_of("p/c.yaml", {{"p/c.yaml", "node: d.yaml"}, {"p/d.yaml", "node: c.yaml"}}).message(),
      "p/c.yaml:1:7: p/d.yaml: a cluster file, expected one machine");
  const std::string inner = formats::cluster::cluster_to_json({builtin("pcie-4"), 2, {}});
  EXPECT_EQ(error_of("c.yaml", {{"c.yaml", "node: n"}, {"n", inner}}).message(),
            "c.yaml:1:7: n: a cluster, expected one machine");
}

TEST(LoadCluster, CountsRanks) {
  // 262144 ranks / 8 GPUs = 32768 nodes.
  EXPECT_THAT(message_for("node: dgx-h100\ncount: 100000\n", "c.yaml"),
              StartsWith("c.yaml: 800000 ranks"));
  EXPECT_EQ(load("c", {{"c", "node: dgx-h100\ncount: 32768\n"}}).cluster.node_count, 32768);
}

// A log of a job may have both; what NCCL says of the machine counts.
TEST(LoadCluster, ReadsTheMachineInALogOfNcclTests) {
  const std::string table = "# nThread 1 nGpus 2 minBytes 8 maxBytes 128\n";
  const std::string matrix =
      "\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNV12\t0-31\nGPU1\tNV12\t X \t0-31\n";
  EXPECT_EQ(load("f", {{"f", table + matrix}}).format, "nvidia-smi-topo");
  EXPECT_EQ(formats::recognise(table + "host:1:2 [0] NCCL INFO cudaDev 0 busId 1b000\n")->name,
            "nccl-log");
}

TEST(LoadCluster, ReadsStandardInput) {
  const formats::LoadedCluster loaded = load("-", {{"-", "node: summit\ncount: 4\n"}});
  EXPECT_EQ(loaded.cluster.node_count, 4);
  EXPECT_EQ(message_for("<graphs/>", "-"),
            "stdin: NCCL graph XML, expected a topology; it holds rings and trees, not a machine");
}

TEST(LoadCluster, ClusterFilesNameNoStandardInput) {
  EXPECT_EQ(error_of("c.yaml", {{"c.yaml", "node: '-'"}, {"-", "node: summit"}}).message(),
            "c.yaml:1:7: topology '-': neither built in nor a file, built in are " + builtins());
}

// The extension counts where the content says nothing, so that the reader can say what is wrong.
TEST(LoadCluster, FallsBackToTheExtension) {
  EXPECT_THAT(message_for("nodes: dgx-h100\n", "c.yml"),
              StartsWith("c.yml:1:1: 'nodes' is unknown"));
  EXPECT_THAT(message_for("<sys", "t.xml"), StartsWith("t.xml: "));
  EXPECT_THAT(message_for("[]", "t.json"), HasSubstr("expected an object"));
}

TEST(LoadCluster, NotesWhereThereIsNoGpu) {
  const formats::LoadedCluster loaded =
      load("x", {{"x", "{\"schema\": \"treering.topology/1\", \"name\": \"empty\"}"}});
  ASSERT_EQ(loaded.notes.size(), 1U);
  EXPECT_EQ(loaded.notes[0].message(),
            "warning: x: it has no GPU; NCCL adds those of the machine that it runs on");
}

TEST(LoadCluster, PassesOnWhatTheNodesReaderNotes) {
  const formats::LoadedCluster loaded =
      load("c", {{"c", "node: x\n"},
                 {"x",
                  "<system version=\"1\"><cpu numaid=\"0\" arch=\"arm64\">"
                  "<odd/></cpu></system>"}});
  // That there is no GPU is noted once, here.
  ASSERT_EQ(loaded.notes.size(), 2U);
  EXPECT_THAT(loaded.notes.front().message(), HasSubstr("x: line 1, column"));
  EXPECT_THAT(loaded.notes.back().message(), StartsWith("warning: c: it has no GPU"));
  EXPECT_EQ(loaded.format, "yaml");
}

TEST(LoadCluster, ReadsEveryExample) {
  int examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator("examples")) {
    if (entry.path().extension() != ".yaml") continue;
    const auto loaded = load_cluster(entry.path().string());
    ASSERT_TRUE(loaded) << loaded.error().message();
    EXPECT_GT(loaded->cluster.node_count, 1) << entry.path();
    ++examples;
  }
  EXPECT_GE(examples, 4);
}

TEST(RenderCluster, WritesWhatIsReadAgain) {
  const core::Cluster cluster{builtin("dgx-a100"),
                              8,
                              {FabricKind::RailOptimised,
                               core::LinkKind::InfiniBand,
                               1,
                               4,
                               {},
                               {core::Origin::Kind::File, "plan"}}};
  for (const std::string format : {"json", "yaml"}) {
    const auto text = render_cluster(cluster, format);
    ASSERT_TRUE(text) << text.error().message();
    EXPECT_EQ(load("f", {{"f", *text}}).cluster, cluster) << format;
  }
  const core::Cluster node{cluster.node, 1, {}};
  const auto text = render_cluster(node, "json");
  EXPECT_EQ(*text, core::topology_to_json(node.node));
}

TEST(RenderCluster, WritesNcclXmlOfTheNode) {
  const auto text = render_cluster({builtin("dgx-h100"), 4, {}}, "nccl-xml");
  ASSERT_TRUE(text) << text.error().message();
  EXPECT_THAT(*text, StartsWith("<system version=\"1\""));
  EXPECT_EQ(load("f", {{"f", *text}}).cluster.node.gpu_count(), 8);
}

TEST(RenderCluster, RefusesWhatTheFormatCannotHold) {
  core::TopologyBuilder builder("ours");
  const auto ours = std::move(builder).build();
  EXPECT_EQ(render_cluster({*ours, 2, {}}, "yaml").error().message(),
            "format yaml: a node that is not a built-in topology, a cluster file names its node; "
            "write json instead, or write the node as json and name that file");
  EXPECT_EQ(render_cluster({*ours, 1, {}}, "jsn").error().message(),
            "format: found 'jsn', expected one of json, nccl-xml, yaml; did you mean 'json'");
}

TEST(Format, IsKnownByExtension) {
  EXPECT_EQ(formats::format_of_path("a/b.XML")->name, "nccl-xml");
  EXPECT_EQ(formats::format_of_path("b.yml")->name, "yaml");
  EXPECT_EQ(formats::format_of_path("x.json")->name, "json");
  EXPECT_EQ(formats::format_of_path("x.txt"), nullptr);
  EXPECT_EQ(formats::format_of_path("json"), nullptr);
}

// As people post it: behind a sentence, quoted, between fences.
TEST(LoadCluster, ADocumentInAPost) {
  const auto xml = render_cluster({builtin("pcie-4"), 1, {}}, "nccl-xml");
  ASSERT_TRUE(xml);
  const core::Cluster plain = load("f", {{"f", *xml}}).cluster;
  const std::string post = "My file looks like this:\n```xml\n" + *xml + "\n```\nIs it right?\n";
  EXPECT_EQ(load("f", {{"f", post}}).cluster, plain);
  std::string quoted;
  for (core::LineReader lines(post); lines.next();) quoted += fmt::format("> {}\n", lines.line());
  EXPECT_EQ(load("f", {{"f", quoted}}).cluster, plain);
  EXPECT_THAT(message_for("My file:\n```\n  <nvlink target=\"a\"/>\n```\n"),
              HasSubstr("an unknown format: 'My file:'"));
  EXPECT_THAT(message_for("```\n  <nvlink target=\"a\"/>\n```\n"),
              HasSubstr("a piece of an XML file"));
}

std::string written(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
  return path;
}

TEST(SourceStamps, AreThoseOfAllThatAClusterFileNames) {
  const support::TemporaryFolder folder;
  const std::string node = written(folder.path() + "/node.json", "{}");
  const std::string other = written(folder.path() + "/other.json", "{}");
  const std::string fabric = folder.path() + "/fabric.txt";  // is not there yet
  const std::string cluster = written(folder.path() + "/cluster.yaml",
                                      "node: node.json\ncount: 4\n"
                                      "other_nodes:\n  1: other.json\n  2: dgx-h100\n"
                                      "fabric:\n  file: fabric.txt\n");
  std::vector<std::string> paths;
  for (const io::FileStamp& stamp : source_stamps(cluster)) paths.push_back(stamp.path);
  EXPECT_THAT(paths, ::testing::ElementsAre(cluster, node, fabric, other));
  const auto before = source_stamps(cluster);
  EXPECT_EQ(source_stamps(cluster), before);
  written(fabric, "a switch");
  EXPECT_NE(source_stamps(cluster), before);
}

TEST(SourceStamps, AreNoneForWhatIsNoFile) {
  EXPECT_TRUE(source_stamps("dgx-h100").empty());
  EXPECT_TRUE(source_stamps("live").empty());
  EXPECT_TRUE(source_stamps("-").empty());
}

}  // namespace load_cluster_test
}  // namespace treering::hw
