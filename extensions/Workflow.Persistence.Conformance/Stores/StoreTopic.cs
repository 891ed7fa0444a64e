namespace Workflow.Persistence.Conformance;

/// <summary>The parts of the contract of stores, each with tests of its own.</summary>
public enum StoreTopic
{
    /// <summary>Saves, locks and loads.</summary>
    Saving = 0,

    /// <summary>Owners and their leases.</summary>
    Owners = 1,

    /// <summary>The instances that are runnable, and their order.</summary>
    Runnable = 2,

    /// <summary>Failures of hosts, retries and suspension; for stores with <see cref="StoreCapabilities.SuspendsInstances"/>.</summary>
    Failures = 3,

    /// <summary>Instances that may have ended their process; for stores with <see cref="StoreCapabilities.SuspendsInstances"/>.</summary>
    Suspects = 4,

    /// <summary>Queries for saved instances.</summary>
    Queries = 5,

    /// <summary>Calls in an ambient transaction; for stores with <see cref="StoreCapabilities.JoinsTransactions"/>.</summary>
    Transactions = 6,

    /// <summary>Instances that save in their own transaction; for stores with <see cref="StoreCapabilities.JoinsTransactions"/>.</summary>
    Scopes = 7,

    /// <summary>Calls of many threads.</summary>
    Races = 8,

    /// <summary>Messages, their order and their consumption; for stores with <see cref="StoreCapabilities.KeepsMessages"/>.</summary>
    Messages = 9,

    /// <summary>Messages that make an instance runnable or notify its host; for stores with <see cref="StoreCapabilities.KeepsMessages"/>.</summary>
    MessageWaits = 10,

    /// <summary>Messages of many threads; for stores with <see cref="StoreCapabilities.KeepsMessages"/>.</summary>
    MessageRaces = 11,
}
