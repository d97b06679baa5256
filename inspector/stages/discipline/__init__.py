"""Context discipline as rows, charts, trees and sentences. No Qt."""
