namespace Workflow.Core.Tests.Differential.Trees;

/// <summary>The numbers and texts that are visible at one point of a tree. Any index of a spec maps to one of the numbers.</summary>
internal sealed class Scope
{
    public static readonly Scope Empty = new([], [], isInCatch: false, isInHandler: false);

    private readonly Place[] _numbers;
    private readonly Variable<string>[] _texts;

    private Scope(Place[] numbers, Variable<string>[] texts, bool isInCatch, bool isInHandler)
    {
        _numbers = numbers;
        _texts = texts;
        IsInCatch = isInCatch;
        IsInHandler = isInHandler;
    }

    /// <summary>True if Rethrow is legal in the scope.</summary>
    public bool IsInCatch { get; }

    /// <summary>True if the scope lies within a handler of a compensable activity.</summary>
    public bool IsInHandler { get; }

    public Variable<string>? Text => _texts.LastOrDefault();

    public Place? Number(int index) => _numbers.Length == 0 ? null : _numbers[^((index % _numbers.Length) + 1)];

    public Scope With(params Place[] numbers) => new([.. _numbers, .. numbers], _texts, IsInCatch, IsInHandler);

    public Scope With(Variable<string> text) => new(_numbers, [.. _texts, text], IsInCatch, IsInHandler);

    public Scope InCatch(bool isInCatch) => new(_numbers, _texts, isInCatch, IsInHandler);

    /// <summary>Returns the scope of a handler of a compensable activity, which runs outside of the enclosing catches.</summary>
    public Scope InHandler() => new(_numbers, _texts, isInCatch: false, isInHandler: true);

    /// <summary>Returns the scope of the implementation of an activity in this scope. The implementation sees nothing of this scope.</summary>
    public Scope InImplementation() => new([], [], isInCatch: false, IsInHandler);
}
