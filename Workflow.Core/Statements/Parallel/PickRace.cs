namespace Workflow.Statements;

/// <summary>How far one run of a <see cref="Pick"/> has come; the activity and its branches share it.</summary>
internal sealed class PickRace : ISavedPart
{
    public static readonly StateKind Kind = new("race", static () => new PickRace());

    /// <summary>How many branches may still win.</summary>
    private int _racing;

    private PickRace()
    {
    }

    public PickRace(int branches, Bookmark decision)
    {
        Running = branches;
        _racing = branches;
        Decision = decision;
    }

    /// <summary>How many branches have not ended.</summary>
    public int Running { get; set; }

    /// <summary>Resumed by the first trigger to close, or when no branch can win any more.</summary>
    public Bookmark Decision { get; private set; } = null!;

    /// <summary>The losers are being canceled; when they have ended the winner goes on.</summary>
    public bool IsDecided { get; set; }

    public bool HasWinner => Winner > 0;

    /// <summary>The place of the branch whose trigger closed first, counted from 1; 0 before there is one.</summary>
    public int Winner { get; private set; }

    /// <summary>Where the winner waits to run its action; null before there is one.</summary>
    public Bookmark? Action { get; private set; }

    /// <summary>The winner has closed, after its action if it has one.</summary>
    public bool IsWon { get; set; }

    StateKind ISavedPart.SavedAs => Kind;

    public void Win(int branch, Bookmark action)
    {
        Winner = branch;
        Action = action;
    }

    /// <summary>One more branch cannot win; true when it was the last that could.</summary>
    public bool Lose() => --_racing == 0 && !HasWinner;

    void ISavedState.Save(StateWriter writer)
    {
        writer.WriteNumber("running", Running);
        writer.WriteNumber("racing", _racing);
        writer.WriteValue("decision", Decision, typeof(Bookmark));
        writer.WriteFlag("isDecided", IsDecided);
        writer.WriteNumber("winner", Winner);
        writer.WriteValue("action", Action, typeof(Bookmark));
        writer.WriteFlag("isWon", IsWon);
    }

    void ISavedState.Load(StateReader reader)
    {
        Running = (int)reader.ReadNumber("running");
        _racing = (int)reader.ReadNumber("racing");
        Decision = reader.ReadRequired<Bookmark>("decision");
        IsDecided = reader.ReadFlag("isDecided");
        Winner = (int)reader.ReadNumber("winner");
        Action = reader.ReadValue<Bookmark>("action");
        IsWon = reader.ReadFlag("isWon");
    }
}
