// Asks the pairs of a file over the header, and compares with the answers beside them, which are those of
// the Rust library: bit for bit. `tests/answers` writes the files.
#include <asunder.h>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

struct Two {
    static constexpr int D = 2;
    using Shape = AsuShape2;
    static constexpr auto intersects = asu_intersects2;
    static constexpr auto penetrates = asu_penetrates2;
    static constexpr auto containment = asu_containment2;
    static constexpr auto distance = asu_distance2;
    static constexpr auto closest_points = asu_closest_points2;
    static constexpr auto penetration = asu_penetration2;
    static constexpr auto contact = asu_contact2;
    static constexpr auto cast = asu_cast2;
    static constexpr auto cast_exit = asu_cast_exit2;
    static constexpr auto sweep_intersects = asu_sweep_intersects2;
    static constexpr auto sweep_penetrates = asu_sweep_penetrates2;
    static constexpr auto closest_point = asu_closest_point2;
    using Points = AsuClosestPoints2;
    using Penetration = AsuPenetration2;
    using Contact = AsuContact2;
    using Cast = AsuCastHit2;
};
struct Three {
    static constexpr int D = 3;
    using Shape = AsuShape3;
    static constexpr auto intersects = asu_intersects3;
    static constexpr auto penetrates = asu_penetrates3;
    static constexpr auto containment = asu_containment3;
    static constexpr auto distance = asu_distance3;
    static constexpr auto closest_points = asu_closest_points3;
    static constexpr auto penetration = asu_penetration3;
    static constexpr auto contact = asu_contact3;
    static constexpr auto cast = asu_cast3;
    static constexpr auto cast_exit = asu_cast_exit3;
    static constexpr auto sweep_intersects = asu_sweep_intersects3;
    static constexpr auto sweep_penetrates = asu_sweep_penetrates3;
    static constexpr auto closest_point = asu_closest_point3;
    using Points = AsuClosestPoints3;
    using Penetration = AsuPenetration3;
    using Contact = AsuContact3;
    using Cast = AsuCastHit3;
};

class Words {
public:
    void number(std::uint32_t word) { words_.push_back(word); }
    void real(float x) {
        std::uint32_t word;
        std::memcpy(&word, &x, 4);
        words_.push_back(word);
    }
    template <int N>
    void vector(const float (&v)[N]) {
        for (float x : v) real(x);
    }
    const std::vector<std::uint32_t>& all() const { return words_; }

private:
    std::vector<std::uint32_t> words_;
};

bool refused = false;
void must(AsuStatus status) { refused = refused || status != ASU_OK; }

template <class Api>
std::vector<std::uint32_t> ask(const typename Api::Shape& a, const typename Api::Shape& b, const float* motion) {
    Words words;
    bool yes = false;
    must(Api::intersects(&a, &b, &yes));
    words.number(yes);
    must(Api::penetrates(&a, &b, &yes));
    words.number(yes);
    AsuContainment containment{};
    must(Api::containment(&a, &b, &containment));
    words.number(containment);
    float distance = -1;
    must(Api::distance(&a, &b, &distance));
    words.real(distance);
    typename Api::Points points{};
    must(Api::closest_points(&a, &b, &points));
    words.number(points.found);
    words.vector(points.on_a);
    words.vector(points.on_b);
    typename Api::Penetration way{};
    must(Api::penetration(&a, &b, &way));
    words.number(way.found);
    words.vector(way.normal);
    words.real(way.depth);
    typename Api::Contact contact{};
    must(Api::contact(&a, &b, &contact));
    words.number(contact.point_count);
    for (std::uint32_t i = 0; i < contact.point_count; i++) {
        words.vector(contact.points[i].on_a);
        words.vector(contact.points[i].on_b);
        words.real(contact.points[i].depth);
    }
    typename Api::Cast hit{};
    must(Api::cast(&a, motion, &b, &hit));
    words.number(hit.found);
    words.real(hit.fraction);
    words.vector(hit.point);
    words.vector(hit.normal);
    words.number(hit.started);
    AsuCastExit exit{};
    must(Api::cast_exit(&a, motion, &b, &exit));
    words.number(exit.found);
    words.real(exit.fraction);
    must(Api::sweep_intersects(&a, motion, &b, &yes));
    words.number(yes);
    must(Api::sweep_penetrates(&a, motion, &b, &yes));
    words.number(yes);
    float nearest[Api::D] = {};
    must(Api::closest_point(&a, motion, nearest));
    words.vector(nearest);
    return words.all();
}

// The number of pairs, or -1 if an answer differs.
template <class Api>
long compare(const std::string& path) {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) return -1;
    long cases = 0;
    typename Api::Shape shapes[2];
    while (std::fread(shapes, sizeof shapes, 1, file) == 1) {
        float motion[Api::D];
        if (std::fread(motion, sizeof motion, 1, file) != 1) return -1;
        const std::vector<std::uint32_t> words = ask<Api>(shapes[0], shapes[1], motion);
        std::vector<std::uint32_t> expected(words.size());
        const bool read = std::fread(expected.data(), 4, expected.size(), file) == expected.size();
        if (!read || refused || words != expected) {
            std::fprintf(stderr, "%s: pair %ld, kinds %u and %u, has another answer\n", path.c_str(), cases,
                         shapes[0].kind, shapes[1].kind);
            return -1;
        }
        cases++;
    }
    std::fclose(file);
    return cases;
}

} // namespace

int main(int, char** arguments) {
    const std::string folder = arguments[1];
    const long two = compare<Two>(folder + "/cases2.bin"), three = compare<Three>(folder + "/cases3.bin");
    std::printf("cases.cpp: %ld pairs in 2D and %ld in 3D have the library's bits\n", two, three);
    return two > 2000 && three > 2000 ? 0 : 1;
}
