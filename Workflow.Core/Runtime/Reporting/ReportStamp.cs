namespace Workflow.Runtime.Reporting;

/// <summary>The number and the time of the record that is being made: one for all participants, and taken only when one of them wants the record.</summary>
internal sealed class ReportStamp(TimeProvider clock)
{
    private DateTime _time;
    private bool _isTaken;

    public long NextNumber { get; set; }

    /// <summary>The number of the record that is being made, which takes it.</summary>
    public long Number
    {
        get
        {
            if (!_isTaken)
            {
                _isTaken = true;
                NextNumber++;
                Read();
            }

            return NextNumber - 1;
        }
    }

    /// <summary>Meaningful after <see cref="Number"/>; that of the record before when the clock failed.</summary>
    public DateTime Time => _time;

    /// <summary>What the clock, which is the application's, failed with last; null for nothing.</summary>
    public Exception? Failure { get; private set; }

    public Exception? TakeFailure()
    {
        Exception? failure = Failure;
        Failure = null;
        return failure;
    }

    /// <summary>The record has been made, for all who want it.</summary>
    public void Clear() => _isTaken = false;

    private void Read()
    {
        try
        {
            _time = clock.GetUtcNow().UtcDateTime;
        }
        catch (Exception exception)
        {
            Failure = exception;
        }
    }
}
