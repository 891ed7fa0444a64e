// The provider is one for the whole process: what one test switches on, another would see.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
