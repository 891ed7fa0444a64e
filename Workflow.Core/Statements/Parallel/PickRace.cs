namespace Workflow.Statements;

/// <summary>The state of one run of a <see cref="Pick"/>, which the activity and its branches share.</summary>
internal sealed class PickRace : ISavedPart
{
    public static readonly StateKind Kind = new("race", static () => new PickRace());

    /// <summary>The number of branches that can still win.</summary>
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

    /// <summary>The number of branches that have not ended.</summary>
    public int Running { get; set; }

    /// <summary>The bookmark that is resumed by the first trigger to close, or by the last branch that cannot win.</summary>
    public Bookmark Decision { get; private set; } = null!;

    /// <summary>True when the race is decided and the other branches are canceled. When they have ended, the winner continues.</summary>
    public bool IsDecided { get; set; }

    public bool HasWinner => Winner > 0;

    /// <summary>The position of the branch whose trigger closed first, from 1; 0 while there is none.</summary>
    public int Winner { get; private set; }

    /// <summary>The bookmark at which the winner waits to run its action; null while there is none.</summary>
    public Bookmark? Action { get; private set; }

    /// <summary>True if the winner has closed, after its action if it has one.</summary>
    public bool IsWon { get; set; }

    StateKind ISavedPart.SavedAs => Kind;

    public void Win(int branch, Bookmark action)
    {
        Winner = branch;
        Action = action;
    }

    /// <summary>Records that another branch cannot win. Returns true for the last branch if there is no winner.</summary>
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
