"""One small file for each language; every literal that could be a secret says so."""

import sysconfig
from pathlib import Path


def library_source(module: str) -> str:
    """The text of a module of Python's library; a package's is that of its face."""
    place = Path(sysconfig.get_paths()["stdlib"], *module.split("."))
    file = place.with_suffix(".py")  # in some versions a package
    return (file if file.is_file() else place / "__init__.py").read_text("utf-8")


SAMPLES: dict[str, str] = {}
SAMPLES["a.cs"] = """using System;
using X = A.C;
namespace N.M
{
    /// <summary>doc</summary>
    [Attr("secret")]
    public abstract class A<T> : Base<T>, IFoo where T : new()
    {
        const string K = "secret";
        public A(int q = 4) : base("secret")
        {
            Init(q);
        }
        int P { get; set { x = 1; } }
        int Q => Compute(3);
        public static A operator +(A a, A b) => a;
#if DEBUG
        // doc of M
        void M<U>(Foo<Bar> x, string y = "secret")
        {
            foo(x); this.bar(); new B(1); Helper.C(); var z = 1; z.foo();
#if NET8
            more();
#endif
        }
#endif
        class Inner { void Z() { } }
    }
    interface I : J { void M(); }
}
"""
SAMPLES["a.java"] = """package a.b;
import a.c.D;
import static a.c.E.f;
import a.d.*;

/** Doc. */
@An("secret")
public class A<T> extends Base<T> implements I, x.J {
    int f = 1;
    A(int q) {
        super();
    }
    @Override
    int m(Foo<Bar> x) throws Z {
        y(); this.z(); a.b(); new B(1);
    }
    enum E implements K { P; void q() {} }
    record R(int x) implements L {}
    interface Q extends W { int d(); default int e() { return 1; } }
}
"""
SAMPLES["a.ts"] = """import def, { a as b, type C } from "./mod";
import * as ns from "../x";
export * from "./all";
export { q } from "./q";
const fs = require("fs");
@Dec("secret")
export class A<T> extends ns.Base<T> implements I, J {
  private x = 1;
  constructor(private y: string = "secret") { super(); this.m(); }
  get p(): number { return 1; }
  @Log("z")
  async m(k = 5): Promise<void> {
    b(); def.z(); new C();
  }
  arrow = (z: number) => { return z; };
}
export const f = async (p: "secret") => p + 1;
export const g = function () {
  return f(2);
};
/** Doc. */
export function over(a: string): void;
export function over(a: number): void;
export function over(a: any) {
  const inner = () => 1;
  inner();
}
namespace N { export function z() { return 1; } }
interface K extends L<number>, M { foo(): void; }
type U = "secret" | A;
enum Col { R }
declare function amb(x: number): string;
app.get("/x", (req, res) => {
  res.send();
});
"""
SAMPLES["a.js"] = """const { u, v: w } = require('./z');
class B extends A { m(a = "secret", ...r) { return a(); } static k = () => { }; }
function* gen() { yield 1; }
module.exports = { B };
"""
SAMPLES["a.go"] = """package main

import (
	"fmt"
	q "example.com/mod/pkg/v2"
)

// T does.
type T struct {
	Base
	*q.Emb
	x int
}

type (
	I interface { fmt.Stringer; M(a int) error }
	F func(int) string
)

const K = "secret"

// M does.
func (t *T) M(a int) error {
	q.Do(a)
	t.x()
	return helper(func() { a++ })
}

func helper[P any](f P) error { return nil }
"""
SAMPLES["a.rs"] = """use std::fmt::{self, Display as D};
use crate::a::b::{C, d::*};
mod other;
/// Doc.
#[derive(Debug)]
pub struct S<T> { x: T }
impl<T> fmt::Display for S<T> {
    fn fmt(&self, f: &mut F) -> R {
        self.go(); C::new(); d::e(1); Self::z();
        Ok(())
    }
}
pub trait Tr: Base + Other<u8> { fn m(&self); fn n(&self) { 1; } }
mod inner { pub fn f() { super::g(); } }
fn g() -> &'static str {
    "x"
}
macro_rules! mac { () => { "secret" }; }
"""
SAMPLES["a.cpp"] = """#include "dir/a.h"
#include <vector>
#define TOKEN "secret"
#define MAX(a, b) ((a) > (b))
namespace n::m {
// doc
template <typename T>
class A : public Base<T>, private x::B {
public:
    A(int q = 3) : x(q) { go(); }
    ~A();
    virtual int m(const char *s = "secret") const;
    int operator+(const A &o) { return 1; }
};
struct S { int x; };
enum class E { X };
using Q = int;
int A::m(const char *s) const
{
    helper(s); this->go(); obj->x(); new S();
    return 1;
}
}
static const char *fn(int a);
int main() { return 0; }
"""
SAMPLES["a.c"] = """#include <stdio.h>
#define KEY "secret"
typedef struct node { int x; } node_t;
#ifdef A
static int f(int a)
{
    return g(a);
}
#endif
char *h(void);
"""
SAMPLES["a.py"] = '''import os, a.b as c
from . import x
from ..m import (y as z, w)

@deco("secret")
class A(Base, mixin.B[int], metaclass=M):
    """Doc."""

    @property
    def p(self, k="secret", *, t=30) -> "secret":
        """Doc."""
        return w(self.q())

    def __init__(self): super().__init__(); y = 1; y.foo(); z.foo()

    class Inner:
        async def q(self, é=f"secret{1}"):
            # é
            return é
'''
