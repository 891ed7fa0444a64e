namespace Workflow.Runtime.Reporting;

/// <summary>The number and the time of the current record, which are the same for all participants and taken only if one of them wants the record.</summary>
internal sealed class RecordNumbers(TimeProvider clock)
{
    private DateTime _time;
    private bool _isTaken;

    public long NextNumber { get; set; }

    /// <summary>The number of the current record. The first read takes the number and the time.</summary>
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

    /// <summary>The time of the current record, valid after a read of <see cref="Number"/>. If the clock failed, the time of the previous record.</summary>
    public DateTime Time => _time;

    /// <summary>The last exception of the clock, which the application supplies; null if there is none.</summary>
    public Exception? Failure { get; private set; }

    public Exception? TakeFailure()
    {
        Exception? failure = Failure;
        Failure = null;
        return failure;
    }

    /// <summary>Ends the current record after it was created for all participants that want it.</summary>
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
