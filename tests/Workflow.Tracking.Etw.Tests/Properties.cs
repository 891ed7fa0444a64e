// The process has one event provider, so a session of one test would affect parallel tests.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
