using Workflow.Data;

namespace Workflow.Statements;

/// <summary>
/// One run of a compensable activity, from its start until it is canceled, compensated or confirmed. A unit is plain data that outlives the instance of the
/// activity.
/// </summary>
internal sealed class CompensationUnit : ISavedPart
{
    public static readonly StateKind Kind = new("unit", static () => new CompensationUnit());

    private CompensationGroup _group;
    private CompensationGroup? _inner;

    /// <summary>The environment of the body, in which the handlers run.</summary>
    private LocationEnvironment? _environment;

    /// <summary>The bookmark to resume at the end, of the activity that started the compensation or confirmation; null if there is none.</summary>
    private Bookmark? _waiting;

    /// <summary>The bookmarks of other activities that wait for the same end; null if there are none.</summary>
    private List<Bookmark>? _waitingToo;

    private CompensationUnit()
    {
        Ledger = null!;
        _group = null!;
        Participant = null!;
        Token = null!;
    }

    public CompensationUnit(CompensationLedger ledger, CompensationGroup group, CompensationParticipant participant)
    {
        Ledger = ledger;
        _group = group;
        Participant = participant;
        Token = new CompensationToken(this);
    }

    public CompensationToken Token { get; private set; }

    public CompensationLedger Ledger { get; private set; }

    public CompensationParticipant Participant { get; private set; }

    public CompensationState State { get; private set; }

    /// <summary>True if the unit was compensated or confirmed by its token, and not for an outer unit (rule 11.3).</summary>
    public bool WasNamed { get; set; }

    /// <summary>The neighbors in the group, which only the group sets.</summary>
    public CompensationUnit? Earlier { get; set; }

    public CompensationUnit? Later { get; set; }

    /// <summary>The completed units directly inside this one.</summary>
    public CompensationGroup Inner => _inner ??= new CompensationGroup();

    public CompensationUnit? LastInner => _inner?.Last;

    StateKind ISavedPart.SavedAs => Kind;

    bool ISavedState.IsSound => ReferenceEquals(Token.Unit, this) && !ReferenceEquals(_inner, _group);

    private bool IsBusy => State is CompensationState.Canceling or CompensationState.Compensating or CompensationState.Confirming;

    /// <summary>Returns true if the unit is in the group: it has completed, and its compensation or confirmation has not ended.</summary>
    public bool IsOf(CompensationGroup group) =>
        ReferenceEquals(_group, group) && State is CompensationState.Completed or CompensationState.Compensating or CompensationState.Confirming;

    /// <summary>Records that the body has ended, in any state. The handlers run in its environment.</summary>
    public void Keep(LocationEnvironment? environment) => _environment = environment;

    /// <summary>Records that the body has completed.</summary>
    public void Complete()
    {
        Leave(CompensationState.Active, CompensationState.Completed);
        _group.Add(this);
    }

    /// <summary>
    /// Starts the compensation or confirmation, at whose end the bookmark of the caller is resumed. If another activity has started it, the caller waits for
    /// the same end. Returns false if it has ended at once, because there is no handler and no unit inside.
    /// </summary>
    public bool Run(NativeActivityContext context, CompensationState work, BookmarkCallback? onEnded)
    {
        bool isMine = !IsBusy;
        if (isMine && !Begin(work))
        {
            return false;
        }

        Bookmark bookmark = context.CreateBookmark(onEnded);
        if (isMine)
        {
            _waiting = bookmark;
            context.ScheduleSecondaryRoot(Participant, _environment, this);
        }
        else
        {
            (_waitingToo ??= []).Add(bookmark);
        }

        return true;
    }

    /// <summary>
    /// Starts the compensation or confirmation at the end of the workflow, without a bookmark to resume. Returns false if it has ended at once.
    /// </summary>
    public bool Run(ActivityInstance root, CompensationState work)
    {
        if (!Begin(work))
        {
            return false;
        }

        root.Port.Scopes.ScheduleSecondaryRoot(root, Participant, _environment, this);
        return true;
    }

    /// <summary>Called when the participant has ended; resumes the waiting activities.</summary>
    public void End(NativeActivityContext context)
    {
        End();

        // The bookmark does not exist if the waiting activity was aborted.
        if (_waiting is { } first)
        {
            _waiting = null;
            context.ResumeBookmark(first, null);
        }

        if (_waitingToo is { } others)
        {
            _waitingToo = null;
            others.ForEach(other => context.ResumeBookmark(other, null));
        }
    }

    void ISavedState.Save(StateWriter writer)
    {
        writer.WriteWord("state", CompensationStates.WordOf(State));
        writer.WriteFlag("wasNamed", WasNamed);
        writer.WriteValue("token", Token, typeof(CompensationToken));
        writer.WriteValue("ledger", Ledger, typeof(CompensationLedger));
        writer.WriteValue("group", _group, typeof(CompensationGroup));
        writer.WriteValue("inner", _inner, typeof(CompensationGroup));
        writer.WriteValue("participant", Participant, typeof(CompensationParticipant));
        writer.WriteValue("environment", _environment, typeof(LocationEnvironment));
        writer.WriteValue("waiting", _waiting, typeof(Bookmark));
        writer.WriteValues("waitingToo", _waitingToo ?? [], typeof(Bookmark));
    }

    void ISavedState.Load(StateReader reader)
    {
        State = CompensationStates.Parse(reader.ReadWord("state"));
        WasNamed = reader.ReadFlag("wasNamed");
        Token = reader.ReadRequired<CompensationToken>("token");
        Ledger = reader.ReadRequired<CompensationLedger>("ledger");
        _group = reader.ReadRequired<CompensationGroup>("group");
        _inner = reader.ReadValue<CompensationGroup>("inner");
        Participant = reader.ReadRequired<CompensationParticipant>("participant");
        _environment = reader.ReadValue<LocationEnvironment>("environment");
        _waiting = reader.ReadValue<Bookmark>("waiting");
        IReadOnlyList<Bookmark?> others = reader.ReadValues<Bookmark>("waitingToo");
        _waitingToo = others.Count == 0 ? null : [.. others.OfType<Bookmark>()];
    }

    /// <summary>Changes the state of the unit. Returns false if there is no handler and no unit inside, so that the work has ended.</summary>
    private bool Begin(CompensationState work)
    {
        Leave(work == CompensationState.Canceling ? CompensationState.Active : CompensationState.Completed, work);
        if (Participant.HandlerFor(work) is not null || LastInner is not null)
        {
            return true;
        }

        End();
        return false;
    }

    private void End()
    {
        if (State != CompensationState.Canceling)
        {
            _group.Remove(this);
        }

        State = State switch
        {
            CompensationState.Canceling => CompensationState.Canceled,
            CompensationState.Compensating => CompensationState.Compensated,
            CompensationState.Confirming => CompensationState.Confirmed,
            _ => throw Misplaced(),
        };
        _environment = null;
    }

    private void Leave(CompensationState expected, CompensationState next)
    {
        if (State != expected)
        {
            throw Misplaced();
        }

        State = next;
    }

    private InvalidOperationException Misplaced() => new($"'{Participant.ActivityName}' is {State}, which nothing leads out of here.");
}
