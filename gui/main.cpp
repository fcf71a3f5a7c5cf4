#include "gui/window/application.h"

int main(int argc, char** argv) {
  return treering::gui::window::run(argc, argv);
}
