namespace Workflow.Hosting;

/// <summary>The operations that wait for their moment, in the order in which they came. For the owner of the turn only.</summary>
internal struct WaitingOperations
{
    private HostOperation? _first;
    private HostOperation? _last;

    public readonly bool IsEmpty => _first is null;

    /// <summary>Adds a chain of operations at the end; null for none. What waits already is not walked through: there may be very many.</summary>
    public void Add(HostOperation? chain)
    {
        if (chain is null)
        {
            return;
        }

        if (_first is null)
        {
            _first = chain;
        }
        else
        {
            _last!.Next = chain;
        }

        _last = chain;
        while (_last.Next is { } next)
        {
            _last = next;
        }
    }

    /// <summary>Takes the first one that can run now; null when there is none. Those that nobody waits for any more are dropped.</summary>
    public HostOperation? TakeReady(ApplicationInstance instance)
    {
        HostOperation? previous = null;
        HostOperation? operation = _first;
        while (operation is not null)
        {
            HostOperation? next = operation.Next;
            bool isReady = !operation.IsGivenUp && operation.IsReady(instance);
            if (isReady || operation.IsGivenUp)
            {
                Unlink(operation, previous);
                if (isReady)
                {
                    return operation;
                }
            }
            else
            {
                previous = operation;
            }

            operation = next;
        }

        return null;
    }

    /// <summary>Whether an operation could run now.</summary>
    public readonly bool HasReady(ApplicationInstance instance)
    {
        for (HostOperation? operation = _first; operation is not null; operation = operation.Next)
        {
            if (!operation.IsGivenUp && operation.IsReady(instance))
            {
                return true;
            }
        }

        return false;
    }

    private void Unlink(HostOperation operation, HostOperation? previous)
    {
        if (previous is null)
        {
            _first = operation.Next;
        }
        else
        {
            previous.Next = operation.Next;
        }

        if (ReferenceEquals(operation, _last))
        {
            _last = previous;
        }

        operation.Next = null;
    }
}
