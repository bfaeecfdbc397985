"""Techniques that the engine can switch on: one small module each, in folders by family."""

from engine.techniques.registry import UnknownTechnique, available, get
from engine.techniques.technique import NotApplicable, Technique

__all__ = ["NotApplicable", "Technique", "UnknownTechnique", "available", "get"]
