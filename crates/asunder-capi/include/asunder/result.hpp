/* asunder for C++17: results, vectors and matrices. Include asunder.hpp. */
#ifndef ASUNDER_RESULT_HPP
#define ASUNDER_RESULT_HPP

#include "../asunder.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace asunder {

/* Why a call failed. */
struct Error {
    AsuStatus status;
    std::string message;
};

/* The error of the last call on this thread that failed. */
inline Error last_error(AsuStatus status) {
    std::string message(asu_last_error_message(nullptr, 0), '\0');
    asu_last_error_message(message.data(), message.size() + 1);
    return {status, std::move(message)};
}

namespace detail {
[[noreturn]] inline void end(const Error& error) {
    std::fprintf(stderr, "asunder: %s\n", error.message.c_str());
    std::abort();
}
/* Ends the program where a call failed that cannot, or a value was taken that is not there. */
inline void must(AsuStatus status) {
    if (status != ASU_OK) end(last_error(status));
}
} // namespace detail

/* A value, or why there is none. `*result` of an error ends the program with its message. */
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : holds_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : holds_(std::in_place_index<1>, std::move(error)) {}
    explicit operator bool() const { return holds_.index() == 0; }
    T& operator*() & { return present(), *std::get_if<0>(&holds_); }
    const T& operator*() const& { return present(), *std::get_if<0>(&holds_); }
    T&& operator*() && { return present(), std::move(*std::get_if<0>(&holds_)); }
    T* operator->() { return present(), std::get_if<0>(&holds_); }
    const T* operator->() const { return present(), std::get_if<0>(&holds_); }
    /* Why there is no value. Of a result with a value, an error with the status ASU_OK. */
    Error error() const { return holds_.index() == 0 ? Error{ASU_OK, ""} : *std::get_if<1>(&holds_); }

private:
    void present() const {
        if (holds_.index() != 0) detail::end(error());
    }
    std::variant<T, Error> holds_;
};

/* What only succeeds or fails. */
using Done = Result<std::monostate>;

namespace detail {
inline Done done(AsuStatus status) {
    if (status != ASU_OK) return last_error(status);
    return std::monostate{};
}
/* The result of a call that writes one. */
template <class T, class Call>
Result<T> asked(Call call) {
    T answer{};
    const AsuStatus status = call(&answer);
    if (status != ASU_OK) return last_error(status);
    return answer;
}
/* The same of a call that cannot fail. */
template <class T, class Call>
T answered(Call call) {
    T answer{};
    must(call(&answer));
    return answer;
}
/* All of a list, however long. */
template <class T, class Call>
std::vector<T> listed(Call call) {
    std::vector<T> all(16);
    for (;;) {
        std::size_t count = 0;
        must(call(all.data(), all.size(), &count));
        const bool fits = count <= all.size();
        all.resize(count);
        if (fits) return all;
    }
}
/* The same of a list whose call may fail. */
template <class T, class Call>
Result<std::vector<T>> listed_if(Call call) {
    std::vector<T> all(16);
    for (;;) {
        std::size_t count = 0;
        const AsuStatus status = call(all.data(), all.size(), &count);
        if (status != ASU_OK) return last_error(status);
        const bool fits = count <= all.size();
        all.resize(count);
        if (fits) return all;
    }
}
/* What the library keeps under a handle, until this is gone. */
template <class Handle, auto Destroy>
class Owned {
public:
    explicit Owned(Handle handle) : handle_(handle) {}
    Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, Handle{0})) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Owned() {
        if (handle_.handle != 0) Destroy(handle_);
    }
    Handle get() const { return handle_; }

private:
    Handle handle_;
};
/* A text that a call copies. */
template <class Call>
Result<std::string> told(Call call) {
    std::size_t length = 0;
    AsuStatus status = call(nullptr, std::size_t(0), &length);
    if (status != ASU_OK) return last_error(status);
    std::string text(length, '\0');
    status = call(text.data(), length + 1, &length);
    if (status != ASU_OK) return last_error(status);
    return text;
}
template <class V>
std::optional<V> found(const V& answer) {
    return answer.found ? std::optional<V>(answer) : std::nullopt;
}
} // namespace detail

/* N floats, copied from wherever they are. */
template <int N>
class Floats {
public:
    /* N floats in a row. A null pointer ends the program. */
    Floats(const float* floats) {
        if (floats == nullptr) detail::end({ASU_NULL, "a vector is null"});
        for (int i = 0; i < N; i++) floats_[i] = floats[i];
    }
    Floats(const std::array<float, N>& floats) : Floats(floats.data()) {}
    /* {x, y, z}, of the right length. */
    template <class... F, class = std::enable_if_t<sizeof...(F) == N && (std::is_arithmetic_v<F> && ...)>>
    Floats(F... floats) : floats_{static_cast<float>(floats)...} {}
    /* A struct of an engine with x, y, and so on: XMFLOAT3, D3DXVECTOR2, Ogre::Vector3. */
    template <class V, class = std::enable_if_t<std::is_same_v<std::decay_t<decltype(std::declval<V>().x)>, float>>>
    Floats(const V& vector) : Floats(&vector.x) {
        static_assert(sizeof(V) == N * sizeof(float), "expected a struct of as many floats as a vector has");
    }
    const float* data() const { return floats_; }

private:
    float floats_[N];
};

/* Sixteen floats and how they are stored. */
struct Matrix {
    const float* floats;
    AsuLayout layout;
};
/* XMFLOAT4X4, D3DXMATRIX: row vectors; `&matrix._11`, or `&matrix.m[0][0]`. */
inline Matrix directx(const float* matrix) { return {matrix, ASU_DIRECTX}; }
/* Ogre::Matrix4: column vectors, row after row; `matrix[0]`. */
inline Matrix ogre(const float* matrix) { return {matrix, ASU_OGRE}; }
/* OpenGL, glm: column vectors, column after column. */
inline Matrix opengl(const float* matrix) { return {matrix, ASU_OPENGL}; }
/* A glTF node's or joint's matrix. */
inline Matrix gltf(const float* matrix) { return {matrix, ASU_GLTF}; }

} // namespace asunder

#endif
