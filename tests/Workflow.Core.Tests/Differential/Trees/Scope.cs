namespace Workflow.Core.Tests.Differential.Trees;

/// <summary>What is visible at one place of a tree. A spec's index means one of the numbers, whatever their count.</summary>
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

    /// <summary>Rethrow is legal here.</summary>
    public bool IsInCatch { get; }

    /// <summary>Somewhere in a handler of a compensable activity.</summary>
    public bool IsInHandler { get; }

    public Variable<string>? Text => _texts.LastOrDefault();

    public Place? Number(int index) => _numbers.Length == 0 ? null : _numbers[^((index % _numbers.Length) + 1)];

    public Scope With(params Place[] numbers) => new([.. _numbers, .. numbers], _texts, IsInCatch, IsInHandler);

    public Scope With(Variable<string> text) => new(_numbers, [.. _texts, text], IsInCatch, IsInHandler);

    public Scope InCatch(bool isInCatch) => new(_numbers, _texts, isInCatch, IsInHandler);

    /// <summary>In a handler of a compensable activity, which runs outside of the catches around it.</summary>
    public Scope InHandler() => new(_numbers, _texts, isInCatch: false, isInHandler: true);

    /// <summary>In the implementation of an activity that is here, from where nothing of this is seen.</summary>
    public Scope InImplementation() => new([], [], isInCatch: false, IsInHandler);
}
